import { type Compilable, sql } from "kysely";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { EndReason, KeptTurn, State } from "@/lib/calls/conversation";
import { iso, plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { type Kind, notify } from "@/lib/platform/live";
import { statePlace, turnPlace } from "./row";
import type { CallItem } from "./schema";

/**
 * How long a process may be silent before another takes its call over. It renews every third of that, so that one
 * slow moment costs nothing; after a crash a call stands still for this long at most.
 */
export const LEASE_MS = 15_000;
/** When the queue looks after a call that has ended and was not settled by the process that ended it. */
const SETTLE_AFTER_MS = 10_000;

/** A status by the reason for which the engine ended. */
const STATUS: Record<EndReason, "completed" | "failed"> = {
  agent_ended: "completed",
  caller_hung_up: "completed",
  declined: "completed",
  inactivity: "completed",
  max_duration: "completed",
  opted_out: "completed",
  transferred: "completed",
  interrupted_by_restart: "failed",
  carrier_error: "failed",
  model_error: "failed",
};

/**
 * How long a conversation by text stays open without a word. An agent's `inactivity_timeout_s` is meant for one sitting;
 * a text is answered when one gets to it, and what is sent within 24 h of it is a reply (product.md, "Contacts").
 */
const TEXT_SILENCE_S = 24 * 3_600;
/** A thread that never falls silent is cut by then, so that its values and summary come to be. */
const TEXT_LONGEST_S = 7 * 24 * 3_600;

/** What the queue must know of a call to look after it. */
export type Watched = {
  callId: string;
  channel: CallItem["channel"];
  direction: CallItem["direction"];
  startedAt: string;
  config: Pick<AgentConfig, "inactivity_timeout_s" | "max_duration_s">;
  /** Somebody holds the line, and keeps the times of silence and of the call itself. */
  held?: boolean;
};

/** The silence that ends a call, and its longest duration, in seconds. */
export const limitsOf = ({
  channel,
  config,
}: Pick<Watched, "channel" | "config">): { silenceS: number; longestS: number } =>
  channel === "sms"
    ? { silenceS: TEXT_SILENCE_S, longestS: TEXT_LONGEST_S }
    : { silenceS: config.inactivity_timeout_s, longestS: config.max_duration_s };

/**
 * When something is due by itself: the end of silence or of the call while it listens, a lost lease while it thinks or
 * while somebody holds the line.
 */
export function dueAt(watched: Watched, state: State, now: string): string {
  if (state.phase === "ended") return plusMs(now, SETTLE_AFTER_MS);
  if (state.phase !== "listening" || watched.held === true) return plusMs(now, LEASE_MS);
  const { silenceS, longestS } = limitsOf(watched);
  const silenceMs = Date.parse(now) + silenceS * 1_000;
  const longestMs = Date.parse(watched.startedAt) + longestS * 1_000;
  return iso(new Date(Math.min(silenceMs, longestMs)));
}

/** The job that looks after a call, moved to `runAt`. */
export const watch = (workspaceId: string, callId: string, runAt: string): Compilable<unknown> =>
  enqueue("call.tick", { workspaceId, callId }, { key: `call:${callId}`, runAt });

/** What the attempt behind an outbound call must hear of, once it has ended and once it is settled. */
export const follow = (
  workspaceId: string,
  { id, direction }: Pick<CallItem, "id" | "direction">,
  now: string,
): Compilable<unknown>[] =>
  direction === "outbound"
    ? [enqueue("attempt.follow", { workspaceId, callId: id }, { key: `follow:${id}`, runAt: now })]
    : [];

type Keep = {
  ctx: Pick<Ctx, "workspaceId">;
  watched: Watched;
  sealer: Sealer;
  changed: readonly KeptTurn[];
  state: State;
  ended: EndReason | null;
  now: string;
};

function turnStatements({ ctx, watched: { callId }, sealer, changed, now }: Keep): Compilable<unknown>[] {
  return changed.map((turn) => {
    const sealed = sealer.seal(turnPlace(callId, turn.index), JSON.stringify(turn));
    return db
      .insertInto("call_turns")
      .values({ workspace_id: ctx.workspaceId, call_id: callId, index: turn.index, sealed, at: now })
      .onConflict((oc) => oc.columns(["workspace_id", "call_id", "index"]).doUpdateSet({ sealed }));
  });
}

function endStatement({ ctx, watched, ended, now }: Keep): Compilable<unknown>[] {
  if (ended === null) return [];
  const durationMs = Math.max(0, Date.parse(now) - Date.parse(watched.startedAt));
  return [
    db
      .updateTable("calls")
      .set({
        status: STATUS[ended],
        end_reason: ended,
        ended_at: now,
        duration_ms: durationMs,
        // Of a process that died nobody else decides it.
        recording: sql`CASE WHEN recording->>'state' = 'pending' THEN recording || '{"state":"none"}' ELSE recording END`,
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", watched.callId),
    ...follow(ctx.workspaceId, { id: watched.callId, direction: watched.direction }, now),
  ];
}

/** Everything that is stored when a conversation has moved: its new turns, its state, its end, and who hears of it. */
export function keepStatements(keep: Keep): Compilable<unknown>[] {
  const { ctx, watched, sealer, changed, state, ended, now } = keep;
  const { callId } = watched;
  const due = dueAt(watched, state, now);
  const kinds: Kind[] = [
    ...(changed.length > 0 ? ["turn" as const] : []),
    ...(ended === null ? [] : ["ended" as const]),
  ];
  return [
    ...turnStatements(keep),
    db
      .updateTable("call_sessions")
      .set({
        state: sealer.seal(statePlace(callId), JSON.stringify(state)),
        due_at: due,
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId),
    ...endStatement(keep),
    // The job looks at `due_at` when it comes, and comes again: it is moved only where it must come sooner than it would.
    ...(watched.held === true && ended === null ? [] : [watch(ctx.workspaceId, callId, due)]),
    ...kinds.map((kind) => notify(callId, kind)),
  ];
}
