"use client";

import { Alert, Anchor, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DemandBreach } from "@/lib/data/subprocessors/schema";
import type { Translator } from "@/messages/translator";
import { Link } from "./link";

/** The numbers and campaigns that an agent serves. */
function whereOf(
  t: Translator<"integrations.retention">,
  { phone_numbers: numbers, campaigns }: DemandBreach,
): string {
  const names = campaigns.map(({ name }) => name).join(", ");
  const parts = [
    ...(numbers.length > 0 ? [t("breachNumbers", { numbers: numbers.join(", ") })] : []),
    ...(campaigns.length > 0 ? [t("breachCampaigns", { names })] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

/** The live agents that do not meet a requirement of zero retention, each with its providers and where it is in use. */
export function DemandBreaches({ breaches }: { breaches: readonly DemandBreach[] }) {
  const t = useTranslations("integrations.retention");
  if (breaches.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("breaches", { count: breaches.length })}
    >
      <Text size="sm">{t("breachesHelp")}</Text>
      <List size="sm" mt="xs">
        {breaches.map((breach) => (
          <List.Item key={breach.agent_id}>
            {t.rich("breach", {
              providers: breach.providers.join(", "),
              agent: () => (
                <Anchor
                  component={Link}
                  href={`/agents/${breach.agent_id}`}
                  size="sm"
                  inherit
                  underline="always"
                >
                  {breach.name}
                </Anchor>
              ),
            })}
            {whereOf(t, breach)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
