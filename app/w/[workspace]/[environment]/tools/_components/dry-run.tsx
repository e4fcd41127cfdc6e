"use client";

import { Box, Button, Group, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { DryRun as Outcome, Tool } from "@/lib/agents/tools/schema";
import { isRecord } from "@/lib/platform/is-record";
import { Answer } from "./answer";
import { sampleArguments } from "./parameters";
import { parseJson } from "./tool-form";

const EMPTY_OBJECT = "{}";

/** Runs the saved tool with arguments of the member, and shows the result that an agent would receive. */
export function DryRun({ tool, mayRun }: { tool: Tool; mayRun: boolean }) {
  const t = useTranslations("tools.dryRun");
  const [text, setText] = useState(() => sampleArguments(tool.parameters));
  const [error, setError] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useAction();

  const act = async () => {
    const args = parseJson(text);
    if (!isRecord(args)) return setError(t("argumentsInvalid", { example: EMPTY_OBJECT }));
    setError(null);
    const result = await run(
      () => api.post("/v1/tools/:id/dry-run", { params: { id: tool.id }, body: { arguments: args } }),
      {
        refresh: false,
      },
    );
    setOutcome(result.ok ? result.data : null);
  };

  return (
    <Paper withBorder p="md" component="section" aria-labelledby="dry-run">
      <Stack>
        <Box>
          <Title order={2} fz={16} id="dry-run">
            {t("title")}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {tool.integration_id === null ? t("description") : t("descriptionCredential")}
          </Text>
        </Box>
        <Textarea
          label={t("arguments")}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          value={text}
          error={error}
          disabled={!mayRun}
          onChange={(event) => setText(event.currentTarget.value)}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        />
        <Group>
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={act}
            loading={busy}
            disabled={!mayRun}
          >
            {t("action")}
          </Button>
        </Group>
        <Box aria-live="polite">{outcome && <Answer outcome={outcome} />}</Box>
      </Stack>
    </Paper>
  );
}
