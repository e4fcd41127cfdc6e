"use client";

import { Alert, List, Text, ThemeIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { IntegrationCheck } from "@/lib/agents/integrations/schema";
import type { Finding } from "@/lib/agents/providers/schema";
import { ChecksMessages } from "@/messages/areas/checks";
import { findingText } from "./finding-text";

/** The results of a check. Their texts are loaded with this code, when a check is first opened. */
export function CheckFindings({ check: { ok, findings } }: { check: IntegrationCheck }) {
  const t = useTranslations("integrations.check");
  const failed = findings.filter((finding) => !finding.ok).length;
  return (
    <ChecksMessages>
      <Alert
        color={ok ? "teal" : "red"}
        icon={ok ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        title={ok ? t("ok") : t("failed", { count: failed })}
      />
      <List mt="md" spacing="sm" center={false}>
        {findings.map((finding) => (
          <Item key={`${finding.subject ?? ""} ${finding.reason}`} finding={finding} />
        ))}
      </List>
    </ChecksMessages>
  );
}

function Item({ finding }: { finding: Finding }) {
  const t = useTranslations("integrations.check");
  const tFinding = useTranslations("checks.finding");
  const { ok, subject } = finding;
  return (
    <List.Item
      icon={
        <ThemeIcon
          size={20}
          radius="xl"
          color={ok ? "teal" : "red"}
          aria-label={ok ? t("itemOk") : t("itemFailed")}
          role="img"
        >
          {ok ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
        </ThemeIcon>
      }
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {subject !== null && (
          <Text span fw={600}>
            {subject}:{" "}
          </Text>
        )}
        {findingText(tFinding, finding)}
      </Text>
    </List.Item>
  );
}
