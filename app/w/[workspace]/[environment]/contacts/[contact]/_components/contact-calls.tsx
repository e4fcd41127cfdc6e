"use client";

import { Anchor, Text } from "@mantine/core";
import { OutcomeBadge, StatusBadge } from "@/components/call-badges";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { channelName, inWords } from "@/components/words";
import type { CallItem } from "@/lib/calls/calls/schema";
import classes from "./contact.module.css";

type Props = { contactId: string; calls: readonly CallItem[]; hasMore: boolean };

/** The last conversations with the contact, each leading to its review. */
export function ContactCalls({ contactId, calls, hasMore }: Props) {
  const query = `?contact=${contactId}`;
  return (
    <Panel
      title="Calls and texts"
      actions={
        hasMore && (
          <Anchor component={Link} href={`/calls${query}`} size="sm">
            All of them
          </Anchor>
        )
      }
    >
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <ul className={classes.calls}>
          {calls.map((call) => (
            <li key={call.id}>
              <Anchor component={Link} href={`/calls/${call.id}${query}`} prefetch={false} size="sm" fw={500}>
                <Time at={call.created_at} />
              </Anchor>
              <Text size="sm">
                {channelName(call.channel)}, {inWords(call.direction).toLowerCase()}
              </Text>
              <StatusBadge call={call} />
              {call.outcome !== null && <OutcomeBadge outcome={call.outcome} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
