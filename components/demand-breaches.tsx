"use client";

import { Alert, Anchor, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "./link";
import type { DemandBreach } from "@/lib/data/subprocessors/schema";

/** Where an agent is missed, in words. */
function whereOf({ phone_numbers: numbers, campaigns }: DemandBreach): string {
  const parts = [
    ...(numbers.length > 0 ? [`answers on ${numbers.join(", ")}`] : []),
    ...(campaigns.length > 0 ? [`campaigns: ${campaigns.map(({ name }) => name).join(", ")}`] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

/** The live agents that break a demand for zero retention, each with what it uses and where it is missed. */
export function DemandBreaches({ breaches }: { breaches: readonly DemandBreach[] }) {
  if (breaches.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={
        breaches.length === 1 ? "One live agent breaks this" : `${breaches.length} live agents break this`
      }
    >
      <Text size="sm">
        They begin no conversation while the demand stands: calls to their numbers go on to the number for
        when nobody answers, and their campaigns are paused. Give them other providers and deploy them.
      </Text>
      <List size="sm" mt="xs">
        {breaches.map((breach) => (
          <List.Item key={breach.agent_id}>
            <Anchor component={Link} href={`/agents/${breach.agent_id}`} size="sm" inherit underline="always">
              {breach.name}
            </Anchor>
            {` uses ${breach.providers.join(", ")}${whereOf(breach)}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
