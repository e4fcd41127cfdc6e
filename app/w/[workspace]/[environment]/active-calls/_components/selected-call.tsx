"use client";

import { ActionIcon, Anchor, Group, Paper, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { api } from "@/components/api";
import { StatusBadge } from "@/components/call-badges";
import { ConfirmButton } from "@/components/confirm-button";
import { Link } from "@/components/link";
import { ScrollRegion } from "@/components/scroll-region";
import { Time } from "@/components/time";
import { TurnList } from "@/components/turns";
import { useAction } from "@/components/use-action";
import { useChannelName } from "@/components/use-channel-name";
import { useLiveCall } from "@/components/use-live-call";
import { useNeeded } from "@/components/use-needed";
import type { Call } from "@/lib/calls/calls/schema";
import type { CallJoin } from "@/lib/calls/joins/schema";
import { JoinBadges } from "./join-badges";
import classes from "./live.module.css";

type Props = {
  call: Call;
  agent: { name: string; names: string[] };
  joins: readonly CallJoin[];
  mayEnd: boolean;
  mayTakeOver: boolean;
  mayListen: boolean;
  onClose: () => void;
};

const loadBar = () => import("./join-bar").then(({ JoinBar }) => JoinBar);

/** One call in progress: its masked turns, and buttons to take part in it and to end it. */
export function SelectedCall({ call, agent, joins, mayEnd, mayTakeOver, mayListen, onClose }: Props) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  const { run } = useAction();
  const turns = useRef<HTMLDivElement>(null);
  useLiveCall(call.id, call.settled_at !== null);
  const count = call.transcript.length;
  // Scrolls to the newest turn when `count` grows.
  useEffect(() => {
    if (count > 0) turns.current?.scrollTo({ top: turns.current.scrollHeight });
  }, [count]);
  const isRunning = call.ended_at === null;
  const isSpoken = call.channel === "phone" || call.channel === "web";
  const canJoin = isRunning && isSpoken && (mayTakeOver || mayListen);
  // Most visits join no call, so the page does not wait for this code.
  const Bar = useNeeded(loadBar, canJoin);
  return (
    <Paper component="section" withBorder aria-label={t("active.selected")} className={classes.call ?? ""}>
      <Group justify="space-between" p="md" wrap="nowrap" align="flex-start" className={classes.head ?? ""}>
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Title order={2} fz={16} style={{ overflowWrap: "anywhere" }}>
              {agent.name}
            </Title>
            <StatusBadge call={call} />
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {channelName(call.channel)} · <Time at={call.created_at} /> ·{" "}
            <Anchor component={Link} href={`/calls/${call.id}`} prefetch={false} inherit underline="always">
              {t("active.review")}
            </Anchor>
          </Text>
          <JoinBadges joins={joins} />
        </div>
        <Group gap="xs" wrap="nowrap">
          {isRunning && mayEnd && (
            <ConfirmButton
              size="xs"
              color="red"
              variant="light"
              title={t("review.endTitle")}
              message={t("review.endHelp")}
              confirm={t("review.end")}
              onConfirm={() =>
                run(() => api.post("/v1/calls/:id/end", { params: { id: call.id } }), {
                  done: t("review.ended"),
                })
              }
            >
              {t("review.end")}
            </ConfirmButton>
          )}
          <ActionIcon variant="subtle" color="gray" onClick={onClose} aria-label={t("active.close")}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {Bar !== null && <Bar call={call} joins={joins} mayTakeOver={mayTakeOver} mayListen={mayListen} />}
      <ScrollRegion mah="min(70vh, 720px)" ref={turns} label={t("active.turns")}>
        <div className={classes.turns}>
          {count === 0 ? (
            <Text size="sm" c="dimmed">
              {isRunning ? t("conversation.pending") : t("active.noTranscript")}
            </Text>
          ) : (
            <div aria-live={isRunning ? "polite" : "off"}>
              <TurnList turns={call.transcript} variables={agent.names} />
            </div>
          )}
        </div>
      </ScrollRegion>
    </Paper>
  );
}
