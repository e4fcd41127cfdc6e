"use client";

import { Alert, List } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DeployWarning } from "@/lib/agents/agents/schema";

/** Conditions that the member should know before the deploy, and that do not prevent it. */
export function Warnings({ warnings }: { warnings: readonly DeployWarning[] }) {
  const t = useTranslations("agents.deployWarning");
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" title={t("title")} icon={<IconAlertTriangle size={18} aria-hidden />} role="note">
      <List size="sm" spacing={4}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{t(warning)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
