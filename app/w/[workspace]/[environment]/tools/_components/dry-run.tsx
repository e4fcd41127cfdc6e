"use client";

import { Alert, Badge, Box, Button, Code, Group, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { DryRun as Outcome, Tool } from "@/lib/agents/tools/schema";
import { sampleArguments } from "./parameters";
import { seconds } from "./seconds";
import { parsed } from "./tool-form";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Runs the saved tool with arguments of one's own, and shows what an agent would be told. */
export function DryRun({ tool, mayRun }: { tool: Tool; mayRun: boolean }) {
  const [text, setText] = useState(() => sampleArguments(tool.parameters));
  const [error, setError] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useAction();

  const act = async () => {
    const args = parsed(text);
    if (!isObject(args)) return setError("Write a JSON object, such as {}.");
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
            Try it
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            Makes the request as it is saved
            {tool.integration_id !== null && ", with the test credential or none"}. The service at the other
            end really gets it.
          </Text>
        </Box>
        <Textarea
          label="Arguments, as JSON"
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
            Run it once
          </Button>
        </Group>
        <Box aria-live="polite">{outcome && <Answer outcome={outcome} />}</Box>
      </Stack>
    </Paper>
  );
}

function Answer({ outcome: { ok, status, result, error, duration_ms } }: { outcome: Outcome }) {
  const text = typeof result === "string" ? result : JSON.stringify(result, null, 2);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge color={ok ? "teal" : "red"}>{ok ? "Worked" : "Failed"}</Badge>
        {status !== null && <Badge color="gray">HTTP {status}</Badge>}
        <Text size="sm" c="dimmed">
          in {seconds(duration_ms)}
        </Text>
      </Group>
      {error && (
        <Alert color="red" title={error.code.replaceAll("_", " ")}>
          {error.message}
        </Alert>
      )}
      {result !== null && (
        <Box>
          <Text size="sm" fw={500} mb={4}>
            What the agent would read
          </Text>
          <Code
            block
            tabIndex={0}
            role="region"
            aria-label="The service's answer"
            mah={320}
            style={{ overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
          >
            {text}
          </Code>
        </Box>
      )}
    </Stack>
  );
}
