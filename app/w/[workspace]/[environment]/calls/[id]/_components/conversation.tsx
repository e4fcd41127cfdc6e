"use client";

import { Paper, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type TurnActions, TurnList } from "@/components/turns";
import type { Call } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";
import { turnAt } from "./recording/in-step";
import { type PositionStore, usePosition } from "./recording/position-store";

/** The reason why a call has no transcript. */
function emptyReason(t: Translator<"calls.conversation">, { erased_at, settled_at, status }: Call): string {
  if (erased_at !== null) return t("erased");
  if (status === "blocked") return t("blocked");
  if (settled_at === null) return t("pending");
  return t("none");
}

type Props = {
  call: Call;
  variables: readonly string[];
  position: PositionStore;
  actions: TurnActions;
};

/** The masked transcript in step with the timeline. Screen readers announce new turns of a call in progress. */
export function Conversation({ call, variables, position, actions }: Props) {
  const t = useTranslations("calls.conversation");
  const isLive = call.ended_at === null;
  const current = usePosition(position, (atMs) => (atMs === null ? null : turnAt(call.transcript, atMs)));
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-label={t("title")}>
      <Title order={2} fz="sm" mb="md">
        {t("title")}
      </Title>
      {call.transcript.length === 0 ? (
        <Text size="sm" c="dimmed">
          {emptyReason(t, call)}
        </Text>
      ) : (
        <div aria-live={isLive ? "polite" : "off"}>
          <TurnList turns={call.transcript} variables={variables} current={current} actions={actions} />
        </div>
      )}
    </Paper>
  );
}
