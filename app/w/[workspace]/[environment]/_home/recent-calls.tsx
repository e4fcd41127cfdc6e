"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { OutcomeBadge, StatusBadge } from "@/components/call-badges";
import { Link } from "@/components/link";
import { LinkButton } from "@/components/link-button";
import { Panel } from "@/components/panel";
import { Pill } from "@/components/pill";
import { Time } from "@/components/time";
import { useChannelName } from "@/components/use-channel-name";
import type { CallItem } from "@/lib/calls/calls/schema";
import classes from "./home.module.css";

type Props = { calls: readonly CallItem[]; agents: Readonly<Record<string, string>> };

/** The latest calls of the environment. */
export function RecentCalls({ calls, agents }: Props) {
  const t = useTranslations("home.recent");
  const channelName = useChannelName();
  return (
    <Panel
      title={t("title")}
      actions={
        <LinkButton href="/calls" variant="subtle" size="compact-sm">
          {t("all")}
        </LinkButton>
      }
    >
      {calls.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("empty")}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {calls.map((call) => (
            <li key={call.id}>
              <Link href={`/calls/${call.id}`} prefetch={false} className={classes.row}>
                <span>
                  <Text component="span" size="sm" fw={500}>
                    {agents[call.agent_id] ?? call.agent_id}
                  </Text>{" "}
                  {call.agent_version === null && <Pill>{t("draft")}</Pill>}{" "}
                  <Text component="span" size="sm" c="dimmed">
                    {t.rich("meta", {
                      channel: channelName(call.channel),
                      time: () => <Time at={call.created_at} as="ago" />,
                    })}
                  </Text>
                </span>
                {call.outcome === null ? (
                  <StatusBadge call={call} />
                ) : (
                  <OutcomeBadge outcome={call.outcome} />
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
