"use client";

import { Badge, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "@/components/api";
import { StatusBadge } from "@/components/call-badges";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { LegalHoldPanel } from "@/components/legal-hold-panel";
import { PageHeader } from "@/components/page-header";
import { Time } from "@/components/time";
import type { InStep } from "@/components/turns";
import { useAction } from "@/components/use-action";
import { useChannelName } from "@/components/use-channel-name";
import { useLiveCall } from "@/components/use-live-call";
import { useScope, useScopedAddress } from "@/components/use-scope";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { resolveHref } from "@/lib/platform/context/scope";
import type { AdjacentCalls } from "../adjacent-calls";
import { AdjacentLinks } from "./adjacent-links";
import { Annotations } from "./annotations";
import { Conversation } from "./conversation";
import { LatencyPanel } from "./latency-panel";
import { DecisionPanel, MetadataPanel, OutcomePanel, TimingPanel, VariablesPanel } from "./panels";
import { ProvidersPanel } from "./providers-panel";
import { isHeard, positionOf, turnAt } from "./recording/in-step";
import { RecordingPanel } from "./recording/panel";
import { type Player, usePlayer } from "./recording/use-player";
import { useTrack } from "./recording/use-track";
import classes from "./review.module.css";

type Props = {
  call: Call;
  /** `names`: variables that a mask can name. */
  agent: { name: string; variables: Variable[]; names: string[] };
  adjacent: AdjacentCalls;
  /** The query of the list that linked here. */
  query: string;
  /** The panel "Why". */
  explanation: ReactNode;
  mayEdit: boolean;
  mayEnd: boolean;
  mayDelete: boolean;
  mayHold: boolean;
  mayRelease: boolean;
};

/** Link to this call in its workspace and environment, without the list's filters. */
function useCallLink(id: string): string {
  const path = resolveHref(useScope(), `/calls/${id}`);
  return typeof window === "undefined" ? path : `${window.location.origin}${path}`;
}

function SettlingBadge({ call }: { call: Call }) {
  const t = useTranslations("calls.review");
  if (call.ended_at === null || call.settled_at !== null) return null;
  return <Badge color="blue">{t("settling")}</Badge>;
}

function Actions({ call, query, mayEnd, mayDelete }: Pick<Props, "call" | "query" | "mayEnd" | "mayDelete">) {
  const t = useTranslations("calls.review");
  const router = useScopedRouter();
  const link = useCallLink(call.id);
  const { run } = useAction();
  const isRunning = call.ended_at === null;
  async function remove() {
    const result = await run(() => api.delete("/v1/calls/:id", { params: { id: call.id } }), {
      done: t("deleted"),
      refresh: false,
    });
    if (result.ok) router.push(`/calls${query}`);
  }
  return (
    <>
      <CopyButton value={link} label={t("copyLink")} />
      {isRunning && mayEnd && (
        <ConfirmButton
          title={t("endTitle")}
          message={t("endHelp")}
          confirm={t("end")}
          onConfirm={() =>
            run(() => api.post("/v1/calls/:id/end", { params: { id: call.id } }), {
              done: t("ended"),
            })
          }
        >
          {t("end")}
        </ConfirmButton>
      )}
      {!isRunning && mayDelete && (
        <ConfirmButton
          title={t("deleteTitle")}
          message={t("deleteHelp")}
          confirm={t("deleteConfirm")}
          onConfirm={remove}
        >
          {t("delete")}
        </ConfirmButton>
      )}
    </>
  );
}

/** Synchronizes the transcript with the player. */
const inStep = (call: Call, peaks: RecordingPeaks, player: Player): InStep => ({
  current: player.atMs === null ? null : turnAt(call.transcript, peaks, player.atMs),
  canHear: (turn) => isHeard(turn, peaks),
  onHear: (turn) => player.hear(positionOf(turn, peaks)),
});

/** Review of one call, in progress or ended. */
export function Review({
  call,
  agent,
  adjacent,
  query,
  explanation,
  mayEdit,
  mayHold,
  mayRelease,
  ...may
}: Props) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  useLiveCall(call.id, call.settled_at !== null);
  const addressOf = useScopedAddress();
  const track = useTrack(call);
  const player = usePlayer(track.state === "ready" ? addressOf(`/v1/calls/${call.id}/recording`) : null);
  const peaks = track.state === "ready" ? track.peaks : null;
  const sound = peaks === null ? undefined : inStep(call, peaks, player);
  const masks = { call, names: agent.names };
  return (
    <>
      <PageHeader
        title={agent.name}
        back={{ href: `/calls${query}`, label: t("list.title") }}
        badge={
          <Group gap={6}>
            <StatusBadge call={call} />
            <SettlingBadge call={call} />
            {call.legal_hold !== null && <Badge color="blue">{t("hold.title")}</Badge>}
          </Group>
        }
        description={
          <>
            {channelName(call.channel)} · <Time at={call.created_at} />
          </>
        }
        actions={
          <>
            <AdjacentLinks adjacent={adjacent} query={query} />
            <Actions call={call} query={query} {...may} />
          </>
        }
      />
      <div className={classes.grid}>
        <Stack gap="md" miw={0}>
          <RecordingPanel call={call} track={track} player={player} />
          <Conversation call={call} variables={agent.names} sound={sound} />
        </Stack>
        <Stack gap="md">
          <OutcomePanel {...masks} />
          <VariablesPanel {...masks} variables={agent.variables} />
          <Annotations call={call} variables={agent.names} mayEdit={mayEdit} />
          <TimingPanel call={call} />
          <LatencyPanel call={call} />
          <ProvidersPanel call={call} />
          <DecisionPanel call={call} agentName={agent.name} />
          {explanation}
          <LegalHoldPanel
            kind="calls"
            id={call.id}
            reason={call.legal_hold}
            mayPlace={mayHold}
            mayRelease={mayRelease}
          />
          <MetadataPanel {...masks} />
        </Stack>
      </div>
    </>
  );
}
