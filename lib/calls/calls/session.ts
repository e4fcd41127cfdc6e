import { type Compilable, sql } from "kysely";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { ConversationState, EndReason, StoredTurn } from "@/lib/calls/conversation";
import { iso, plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { type LiveEventKind, notify } from "@/lib/platform/live";
import { appendUsage } from "./append-usage";
import { stateFieldRef, turnFieldRef } from "./row";
import type { CallItem } from "./schema";
import { stateDocument, turnDocument } from "./stored-documents";
import type { UsageEntry } from "./usage";
import { TYPED_TEST_SILENCE_S } from "./values";

/**
 * Lifetime of a call's lease. The owner renews it after every third of this time, so that one delay does no harm. After
 * a crash, another process takes the call over when this time is up at the latest.
 */
export const LEASE_MS = 15_000;
/** Delay after which the queue settles a call that the process that ended it has not settled. */
const SETTLE_AFTER_MS = 10_000;

/** The call's status for each end reason of the engine. */
const STATUS_BY_END_REASON: Record<EndReason, "completed" | "failed" | "voicemail"> = {
  agent_ended: "completed",
  caller_hung_up: "completed",
  declined: "completed",
  inactivity: "completed",
  max_duration: "completed",
  opted_out: "completed",
  transferred: "completed",
  interrupted_by_restart: "failed",
  cost_limit: "completed",
  carrier_error: "failed",
  model_error: "failed",
  voicemail_reached: "voicemail",
};

/**
 * Maximum silence in a text conversation. An agent's `inactivity_timeout_s` is meant for a continuous conversation, but
 * texts are answered later. A text within 24 h counts as a reply (product.md, "Contacts").
 */
const TEXT_MAX_SILENCE_S = 24 * 3_600;
/** Maximum duration of a text conversation, so that a busy one is also settled with values and a summary. */
const TEXT_MAX_DURATION_S = 7 * 24 * 3_600;

/** The facts about a call that decide when the queue must check it. */
export type CallSessionInfo = {
  callId: string;
  channel: CallItem["channel"];
  direction: CallItem["direction"];
  startedAt: string;
  config: Pick<AgentConfig, "inactivity_timeout_s" | "max_duration_s">;
  /** A process holds the line and enforces the silence and duration limits itself. */
  isLineHeld?: boolean;
};

/** The silence that ends a call and its maximum duration, in seconds. A typed test has at least its own silence limit. */
export function limitsOf(
  { channel, config }: Pick<CallSessionInfo, "channel" | "config">,
  { isTypedTest }: Pick<ConversationState, "isTypedTest">,
): { maxSilenceS: number; maxDurationS: number } {
  if (channel === "sms") return { maxSilenceS: TEXT_MAX_SILENCE_S, maxDurationS: TEXT_MAX_DURATION_S };
  const { inactivity_timeout_s: silenceS, max_duration_s: maxDurationS } = config;
  const maxSilenceS = isTypedTest === true ? Math.max(silenceS, TYPED_TEST_SILENCE_S) : silenceS;
  return { maxSilenceS, maxDurationS };
}

/**
 * When the queue must check the call next. While the agent listens: at the silence or duration limit. While the agent
 * answers or a process holds the line: when the lease expires. After the end: when settling is overdue.
 */
export function nextDueAt(session: CallSessionInfo, state: ConversationState, now: string): string {
  if (state.phase === "ended") return plusMs(now, SETTLE_AFTER_MS);
  if (state.phase !== "listening" || session.isLineHeld === true) return plusMs(now, LEASE_MS);
  const { maxSilenceS, maxDurationS } = limitsOf(session, state);
  const silenceEndsAtMs = Date.parse(now) + maxSilenceS * 1_000;
  const durationEndsAtMs = Date.parse(session.startedAt) + maxDurationS * 1_000;
  return iso(new Date(Math.min(silenceEndsAtMs, durationEndsAtMs)));
}

/** Statement that moves the call's `call.tick` job to `runAt`. */
export const scheduleTick = (workspaceId: string, callId: string, runAt: string): Compilable<unknown> =>
  enqueue("call.tick", { workspaceId, callId }, { key: `call:${callId}`, runAt });

/** Statements that update the attempt of an outbound call, after its end and after it is settled. */
export const attemptFollowStatements = (
  workspaceId: string,
  { id, direction }: Pick<CallItem, "id" | "direction">,
  now: string,
): Compilable<unknown>[] =>
  direction === "outbound"
    ? [enqueue("attempt.follow", { workspaceId, callId: id }, { key: `follow:${id}`, runAt: now })]
    : [];

type Progress = {
  ctx: Pick<Ctx, "workspaceId">;
  session: CallSessionInfo;
  sealer: Sealer;
  changed: readonly StoredTurn[];
  state: ConversationState;
  ended: EndReason | null;
  /** Use of models since the last progress. */
  usage?: readonly UsageEntry[];
  now: string;
};

function turnStatements({ ctx, session: { callId }, sealer, changed, now }: Progress): Compilable<unknown>[] {
  return changed.map((turn) => {
    const sealed = sealer.seal(turnFieldRef(callId, turn.index), JSON.stringify(turnDocument.write(turn)));
    return db
      .insertInto("call_turns")
      .values({ workspace_id: ctx.workspaceId, call_id: callId, index: turn.index, sealed, at: now })
      .onConflict((oc) => oc.columns(["workspace_id", "call_id", "index"]).doUpdateSet({ sealed }));
  });
}

function endStatement({ ctx, session, ended, now }: Progress): Compilable<unknown>[] {
  if (ended === null) return [];
  const durationMs = Math.max(0, Date.parse(now) - Date.parse(session.startedAt));
  return [
    db
      .updateTable("calls")
      .set({
        status: STATUS_BY_END_REASON[ended],
        end_reason: ended,
        ended_at: now,
        duration_ms: durationMs,
        // If the process died, no other process decides a pending recording.
        recording: sql`CASE WHEN recording->>'state' = 'pending' THEN recording || '{"state":"none"}' ELSE recording END`,
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", session.callId),
    ...attemptFollowStatements(ctx.workspaceId, { id: session.callId, direction: session.direction }, now),
  ];
}

/** Statements that store a conversation's progress: new turns, state, end, next check and notifications. */
export function progressStatements(progress: Progress): Compilable<unknown>[] {
  const { ctx, session, sealer, changed, state, ended, usage = [], now } = progress;
  const { callId } = session;
  const due = nextDueAt(session, state, now);
  const kinds: LiveEventKind[] = [
    ...(changed.length > 0 ? ["turn" as const] : []),
    ...(ended === null ? [] : ["ended" as const]),
  ];
  return [
    ...turnStatements(progress),
    db
      .updateTable("call_sessions")
      .set({
        state: sealer.seal(stateFieldRef(callId), JSON.stringify(stateDocument.write(state))),
        due_at: due,
        ...(usage.length > 0 && { usage: appendUsage(sql`usage`, usage) }),
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId),
    ...endStatement(progress),
    // The job reads `due_at` and reschedules itself, so it is moved only if it must run earlier.
    ...(session.isLineHeld === true && ended === null ? [] : [scheduleTick(ctx.workspaceId, callId, due)]),
    ...kinds.map((kind) => notify(callId, kind)),
  ];
}
