"use client";

import { Badge, Group, Stack } from "@mantine/core";
import { api } from "@/components/api";
import { StatusBadge } from "@/components/call-badges";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { LegalHoldPanel } from "@/components/legal-hold-panel";
import { PageHeader } from "@/components/page-header";
import { Time } from "@/components/time";
import type { InStep } from "@/components/turns";
import { useAction } from "@/components/use-action";
import { useLiveCall } from "@/components/use-live-call";
import { useScopedAddress } from "@/components/use-scope";
import { useScopedRouter } from "@/components/use-scoped-router";
import { channelName } from "@/components/words";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import type { Neighbours } from "../neighbours";
import { Annotations } from "./annotations";
import { Conversation } from "./conversation";
import { LatencyPanel } from "./latency-panel";
import { NeighbourLinks } from "./neighbour-links";
import { DecisionPanel, MetadataPanel, OutcomePanel, TimingPanel, VariablesPanel } from "./panels";
import { ProvidersPanel } from "./providers-panel";
import { isHeard, placeOf, turnAt } from "./recording/in-step";
import { RecordingPanel } from "./recording/panel";
import { type Player, usePlayer } from "./recording/use-player";
import { useTrack } from "./recording/use-track";
import classes from "./review.module.css";

type Props = {
  call: Call;
  /** `names`: of every variable that a mask can have. */
  agent: { name: string; variables: Variable[]; names: string[] };
  neighbours: Neighbours;
  /** The list that one came from, as a query. */
  query: string;
  mayEdit: boolean;
  mayEnd: boolean;
  mayDelete: boolean;
  mayHold: boolean;
  mayRelease: boolean;
};

/** Link to this call for any member, without the list's filters. */
const linkTo = (id: string): string =>
  typeof window === "undefined" ? `/calls/${id}` : `${window.location.origin}/calls/${id}`;

function Settling({ call }: { call: Call }) {
  if (call.ended_at === null || call.settled_at !== null) return null;
  return <Badge color="blue">Being settled</Badge>;
}

function Actions({ call, query, mayEnd, mayDelete }: Pick<Props, "call" | "query" | "mayEnd" | "mayDelete">) {
  const router = useScopedRouter();
  const { run } = useAction();
  const isRunning = call.ended_at === null;
  async function remove() {
    const result = await run(() => api.delete("/v1/calls/:id", { params: { id: call.id } }), {
      done: "The call is deleted.",
      refresh: false,
    });
    if (result.ok) router.push(`/calls${query}`);
  }
  return (
    <>
      <CopyButton value={linkTo(call.id)} label="Copy link" />
      {isRunning && mayEnd && (
        <ConfirmButton
          title="End this call?"
          message="The agent is cut off if it speaks. What was said so far is kept."
          confirm="End the call"
          onConfirm={() =>
            run(() => api.post("/v1/calls/:id/end", { params: { id: call.id } }), {
              done: "The call has ended.",
            })
          }
        >
          End call
        </ConfirmButton>
      )}
      {!isRunning && mayDelete && (
        <ConfirmButton
          title="Delete this call?"
          message="Its transcript, its values and the key that sealed them go for good. This cannot be undone."
          confirm="Delete the call"
          onConfirm={remove}
        >
          Delete
        </ConfirmButton>
      )}
    </>
  );
}

/** The turns in step with what plays. */
const inStep = (call: Call, peaks: RecordingPeaks, player: Player): InStep => ({
  current: player.atMs === null ? null : turnAt(call.transcript, peaks, player.atMs),
  canHear: (turn) => isHeard(turn, peaks),
  onHear: (turn) => player.hear(placeOf(turn, peaks)),
});

/** Review of one call, in progress or ended. */
export function Review({ call, agent, neighbours, query, mayEdit, mayHold, mayRelease, ...may }: Props) {
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
        back={{ href: `/calls${query}`, label: "Calls" }}
        badge={
          <Group gap={6}>
            <StatusBadge call={call} />
            <Settling call={call} />
            {call.legal_hold !== null && <Badge color="blue">Legal hold</Badge>}
          </Group>
        }
        description={
          <>
            {channelName(call.channel)} · <Time at={call.created_at} />
          </>
        }
        actions={
          <>
            <NeighbourLinks neighbours={neighbours} query={query} />
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
