"use client";

import { Anchor, Box, Checkbox, Group, List, Text, Textarea, Title } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { DeployPreview } from "@/lib/agents/agents/schema";
import { MAX_DEPLOY_NOTE } from "@/lib/agents/agents/values";
import classes from "./deploy.module.css";

type Suite = DeployPreview["open_suites"][number];
export type Override = { isOn: boolean; reason: string };
type Props = {
  preview: DeployPreview;
  override: Override;
  onOverride: (override: Override) => void;
};

function SuiteProblem({ agentId, suite }: { agentId: string; suite: Suite }) {
  const t = useTranslations("agents.openSuites");
  const { id, name, run_id: runId, state, failed } = suite;
  const href =
    runId === null ? `/agents/${agentId}/tests/${id}` : `/agents/${agentId}/tests/${id}/runs/${runId}`;
  return (
    <List.Item>
      <Anchor component={Link} href={href} prefetch={false} size="sm" underline="always">
        {name}
      </Anchor>{" "}
      {state === "failed" ? t("failed", { cases: failed.join(", "), count: failed.length }) : t("notRun")}
    </List.Item>
  );
}

/** The required suites that keep the configuration from going live. An owner can deploy with a reason. */
export function OpenSuites({ preview, override, onOverride }: Props) {
  const t = useTranslations("agents.openSuites");
  const { agent_id: agentId, open_suites: suites, may_override_suites: mayOverride } = preview;
  if (suites.length === 0) return null;
  return (
    <Box component="section" aria-label={t("title")} aria-live="polite">
      <Title order={3} fz={14} mb={6}>
        {t("title")}
      </Title>
      <Group gap={8} wrap="nowrap" align="flex-start" mb="xs">
        <IconAlertCircle size={18} className={classes.failed} aria-hidden />
        <Text size="sm" fw={500}>
          {t("description", { count: suites.length })}
        </Text>
      </Group>
      <List size="sm" spacing="xs">
        {suites.map((suite) => (
          <SuiteProblem key={suite.id} agentId={agentId} suite={suite} />
        ))}
      </List>
      {mayOverride ? (
        <>
          <Checkbox
            mt="md"
            label={t("override")}
            checked={override.isOn}
            onChange={(event) => onOverride({ ...override, isOn: event.currentTarget.checked })}
          />
          {override.isOn && (
            <Textarea
              mt="sm"
              label={t("reason")}
              description={t("reasonHelp")}
              maxLength={MAX_DEPLOY_NOTE}
              autosize
              minRows={2}
              value={override.reason}
              onChange={(event) => onOverride({ ...override, reason: event.currentTarget.value })}
            />
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed" mt="sm">
          {t("ownerOnly")}
        </Text>
      )}
    </Box>
  );
}
