"use client";

import { Anchor, Text } from "@mantine/core";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { Call } from "@/lib/calls/calls/schema";
import { failureWords, isFull } from "./provider-words";
import classes from "./review.module.css";

/** Failures of speech providers in this call and their fallbacks. Renders nothing without a failure. */
export function ProvidersPanel({ call: { provider_failures } }: { call: Call }) {
  if (provider_failures.length === 0) return null;
  return (
    <Panel title="Providers">
      <Text size="xs" c="dimmed" mb="sm">
        What was not done by the provider that the agent names. A provider that has failed is asked again a
        minute later.{" "}
        <Anchor component={Link} href="/integrations" size="xs" underline="always">
          Integrations
        </Anchor>
      </Text>
      <ul className={classes.failures}>
        {provider_failures.map((failure) => {
          const { label, text } = failureWords(failure);
          return (
            // A failed provider is not tried for a minute, so failures of one part do not overlap.
            <li key={`${failure.at} ${failure.part}`}>
              <Text span size="sm" fw={500}>
                {label}
              </Text>
              <Text span size="xs" c="dimmed">
                <Time at={failure.at} as="time" />
              </Text>
              <Text size="sm" component="p">
                {text}
              </Text>
            </li>
          );
        })}
      </ul>
      {isFull(provider_failures) && (
        <Text size="xs" c="dimmed" mt="sm">
          Later ones are not kept.
        </Text>
      )}
    </Panel>
  );
}
