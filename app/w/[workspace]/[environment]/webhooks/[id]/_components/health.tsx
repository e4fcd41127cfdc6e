"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Facts } from "@/components/facts";
import { Time } from "@/components/time";
import type { Webhook } from "@/lib/data/webhooks/schema";

const WHY: Record<NonNullable<Webhook["disabled_reason"]>, string> = {
  failing: "It took nothing for five days. Switch it on again, and have replayed what it missed.",
  gone: "It answered that it is gone (410). Switch it on again once it is back, and have replayed what it missed.",
};

/** Where an endpoint's events go, and what is wrong with it, if something is. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { url, events, disabled_reason, failing_since, previous_secret_expires_at } = webhook;
  return (
    <Stack gap="sm" mb="lg">
      <Facts
        rows={[
          ["Address", url],
          ["Events", events.includes("*") ? "all" : events.join(", ")],
        ]}
      />
      {previous_secret_expires_at !== null && (
        <Text size="sm">
          The former secret signs too until <Time at={previous_secret_expires_at} />.
        </Text>
      )}
      {disabled_reason !== null && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Parley has switched this webhook off"
        >
          {WHY[disabled_reason]}
        </Alert>
      )}
      {disabled_reason === null && failing_since !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title="Nothing is taken">
          Since <Time at={failing_since} />. What waits is tried again for 24 hours; after five days this
          webhook is switched off.
        </Alert>
      )}
    </Stack>
  );
}
