"use client";

import { Text, UnstyledButton } from "@mantine/core";
import { IconBrowser, IconMessage, IconMessageCircle, IconPhone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/time";
import { useChannelName } from "@/components/use-channel-name";
import type { CallItem } from "@/lib/calls/calls/schema";
import type { CallJoin } from "@/lib/calls/joins/schema";
import { JoinBadges } from "./join-badges";
import classes from "./live.module.css";

const ICONS: Readonly<Record<CallItem["channel"], typeof IconPhone>> = {
  phone: IconPhone,
  web: IconBrowser,
  sms: IconMessage,
  chat: IconMessageCircle,
};

type Props = {
  call: CallItem;
  agent: string;
  joins: readonly CallJoin[];
  isSelected: boolean;
  onSelect: () => void;
};

/** One call in progress: its agent, channel, duration, and the members who take part. */
export function CallLine({ call, agent, joins, isSelected, onSelect }: Props) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  const Icon = ICONS[call.channel];
  return (
    <li>
      <UnstyledButton
        className={classes.line ?? ""}
        onClick={onSelect}
        aria-current={isSelected ? "true" : undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
        <span className={classes.words}>
          <Text component="span" size="sm" fw={500} truncate display="block">
            {agent}
          </Text>
          <Text component="span" size="xs" c="dimmed" display="block">
            {t.rich("active.line", {
              channel: channelName(call.channel),
              direction: t(`direction.${call.direction}`),
              time: () => <Time at={call.started_at ?? call.created_at} as="clock" />,
            })}
          </Text>
          <JoinBadges joins={joins} />
        </span>
      </UnstyledButton>
    </li>
  );
}
