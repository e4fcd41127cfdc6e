"use client";

import { Anchor, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { OutcomeBadge, StatusBadge } from "@/components/call-badges";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { CallItem } from "@/lib/calls/calls/schema";
import classes from "./contact.module.css";

type Props = { contactId: string; calls: readonly CallItem[]; hasMore: boolean };

/** The latest conversations with the contact, each with a link to its review. */
export function ContactCalls({ contactId, calls, hasMore }: Props) {
  const t = useTranslations("contacts");
  const query = `?contact=${contactId}`;
  return (
    <Panel
      title={t("channel.both")}
      actions={
        hasMore && (
          <Anchor component={Link} href={`/calls${query}`} size="sm">
            {t("calls.all")}
          </Anchor>
        )
      }
    >
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("calls.empty")}
        </Text>
      ) : (
        <ul className={classes.calls}>
          {calls.map((call) => (
            <li key={call.id}>
              <Anchor component={Link} href={`/calls/${call.id}${query}`} prefetch={false} size="sm" fw={500}>
                <Time at={call.created_at} />
              </Anchor>
              <Text size="sm">{t(`calls.kind.${call.channel}.${call.direction}`)}</Text>
              <StatusBadge call={call} />
              {call.outcome !== null && <OutcomeBadge outcome={call.outcome} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
