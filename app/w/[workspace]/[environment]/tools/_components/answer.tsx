"use client";

import { Alert, Badge, Box, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { DryRun as Outcome } from "@/lib/agents/tools/schema";
import { durationText } from "./duration";
import { toolErrorText } from "./tool-error-text";

function Content({ title, label, value }: { title: string; label: string; value: unknown }) {
  return (
    <Box miw={0}>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        mah={320}
        style={{ overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </Code>
    </Box>
  );
}

/** The outcome of a dry run: what an agent would receive, beside the whole response if the tool maps it. */
export function Answer({ outcome }: { outcome: Outcome }) {
  const { ok, status, result, unmapped, requests = 1, error, duration_ms } = outcome;
  const t = useTranslations("tools.dryRun");
  const tDuration = useTranslations("tools.duration");
  const tError = useTranslations("tools.dryRun.error");
  const isMapped = (unmapped ?? null) !== null;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge color={ok ? "teal" : "red"}>{ok ? t("succeeded") : t("failed")}</Badge>
        {status !== null && <Badge color="gray">{t("status", { status: String(status) })}</Badge>}
        <Text size="sm" c="dimmed">
          {t("duration", { duration: durationText(tDuration, duration_ms) })}
        </Text>
        {requests > 1 && (
          <Text size="sm" c="dimmed">
            {t("requests", { count: requests })}
          </Text>
        )}
      </Group>
      {error && <Alert color="red">{toolErrorText(tError, error)}</Alert>}
      {result !== null && (
        <SimpleGrid cols={isMapped ? { base: 1, sm: 2, lg: 1 } : 1}>
          <Content title={t("result")} label={isMapped ? t("result") : t("response")} value={result} />
          {isMapped && <Content title={t("response")} label={t("response")} value={unmapped} />}
        </SimpleGrid>
      )}
    </Stack>
  );
}
