import { type Compilable, sql } from "kysely";
import { reindexJob } from "@/lib/agents/agents";
import {
  type Settlement,
  settleConversation,
  settleVoicemail,
  settleWithoutModel,
} from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import { destroySubjectKey } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { enqueueExpression } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import type { ActiveCall } from "./active-call";
import { appendUsage } from "./append-usage";
import { deleteComments } from "./delete-comments";
import { finishRecordings } from "./finish-recordings";
import type { Lease } from "./lease";
import { measureLineUse } from "./line-use";
import { queueSettlement } from "./queue-settlement";
import type { FullRow } from "./row";
import type { ProviderFailureNote } from "./schema";
import { attemptFollowStatements } from "./session";
import { buildSettledFields } from "./settled-fields";
import { createTurnContext, startedAt } from "./turn-context";
import type { UsageEntry } from "./usage";
import { usageMeterOf } from "./usage-meter";
import { computeUsedProviders, isSpoken, type UsedProviders } from "./used-providers";

/** Attempts with the model. Afterwards the call is settled without it, and its transcript stays withheld. */
const MAX_ATTEMPTS = 4;
/** Delay before a retry, doubled with each attempt. */
const RETRY_DELAY_MS = 15_000;
/** Time limit for the model to read the call; afterwards the attempt is retried later. */
const MODEL_TIMEOUT_MS = 60_000;

/** Reads values and outcome with the model, or without it if the model ended the call or has failed too often. */
async function concludeCall(
  { ctx, row, sealer, conversation }: ActiveCall,
  signal: AbortSignal,
): Promise<Settlement> {
  const { state, turns } = conversation;
  if (state.endReason === "voicemail_reached" && turns.every(({ role }) => role === "system"))
    return settleVoicemail(
      state.values,
      turns.some(({ notice }) => notice === "voicemail_left"),
    );
  const turnContext = await createTurnContext(ctx, row, sealer, {
    toolsPromise: Promise.resolve([]),
    hasTransfer: false,
  });
  const isModelSkipped = state.endReason === "model_error" || (row.attempts ?? 0) >= MAX_ATTEMPTS;
  return isModelSkipped
    ? settleWithoutModel(turnContext, state.values, state.outcome)
    : settleConversation(turnContext, turns, state.values, state.outcome, signal);
}

const deleteCallRows = (table: "call_turns" | "call_sessions", { ctx, row }: ActiveCall) =>
  db.deleteFrom(table).where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", row.id);

/**
 * Queues a reindex of the agent's calls if a variable was marked sensitive since this call was opened, because its words
 * would not be masked enough. Locks the agent's row to serialize with a concurrent change of the marks.
 */
function reindexIfMarked({ ctx, row }: ActiveCall): Compilable<unknown> {
  return db
    .with(
      (cte) => cte("agent").materialized(),
      () =>
        db
          .selectFrom("agents")
          .select("sensitive_marks")
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", row.agent_id)
          .forShare(),
    )
    .selectFrom("agent")
    .select(enqueueExpression(...reindexJob(ctx, row.agent_id)).as("enqueued"))
    .where(sql<boolean>`sensitive_marks <> ${json(row.sensitive_marks)}::jsonb`);
}

/** Queues the judge of a live call, if its agent has criteria. Conversations of tests are not judged. */
const enqueueJudge = ({ ctx: { workspaceId }, row }: ActiveCall, now: string): Compilable<unknown> =>
  db
    .selectFrom("scorecards")
    .select(
      enqueueExpression(
        "call.judge",
        { workspaceId, callId: row.id, attempt: 0 },
        { key: `judge:${row.id}`, runAt: now },
      ).as("enqueued"),
    )
    .where("workspace_id", "=", workspaceId)
    .where("agent_id", "=", row.agent_id)
    .where(sql<boolean>`jsonb_array_length(criteria->'current') > 0 and ${row.environment} = 'live'`);

type CallNotes = { used: UsedProviders; usage: UsageEntry[]; refusedRecording: boolean };

/** Reads the facts written since the call was opened: providers used, and whether the caller refused a recording. */
async function loadCallNotes({ ctx, row, conversation: { turns } }: ActiveCall): Promise<CallNotes> {
  const beganAt = Date.parse(startedAt(row));
  const notes = isSpoken(row)
    ? await ctx.db.first(
        db
          .selectFrom("calls")
          .select(["provider_failures", "duration_ms", "recording"])
          .select(
            sql<string | null>`(select s.transferred_at from call_sessions s
              where s.workspace_id = calls.workspace_id and s.call_id = calls.id)`.as("transferred_at"),
          )
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", row.id),
      )
    : undefined;
  const failures = (notes?.provider_failures ?? []) as ProviderFailureNote[];
  const recording = (notes?.recording ?? {}) as FullRow["recording"];
  const times = { failures, startedAtMs: beganAt, durationMs: notes?.duration_ms ?? 0 };
  return {
    used: computeUsedProviders(row, turns, times),
    usage: measureLineUse(row, turns, {
      ...times,
      transferredAtMs: notes?.transferred_at == null ? null : Date.parse(notes.transferred_at),
    }),
    // Without a time the caller was not asked: the call was created without recording.
    refusedRecording: recording.state === "suppressed" && typeof recording.opted_out_at === "string",
  };
}

/** The use that was stored during the call, before its session is deleted. */
const usageOfSession = ({ ctx, row }: ActiveCall) => sql`coalesce((select s.usage from call_sessions s
  where s.workspace_id = ${ctx.workspaceId} and s.call_id = ${row.id}), '[]'::jsonb)`;

async function storeSettledCall(active: ActiveCall, lease: Lease, settled: Settlement): Promise<void> {
  const { ctx, row, sealer, conversation } = active;
  const { id } = row;
  const { used, usage, refusedRecording } = await loadCallNotes(active);
  const ended = { ...conversation, refusedRecording };
  const fields = await buildSettledFields(ctx.workspaceId, row, sealer, ended, settled, used);
  const keepsNothing = !row.policy.transcript.enabled;
  const now = ctx.now();
  await lease.write(
    [
      db
        .updateTable("calls")
        .set({
          ...fields,
          usage: appendUsage(usageOfSession(active), [...usageMeterOf(row).take(null), ...usage]),
          settled_at: now,
        })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      reindexIfMarked(active),
      // The recording is finished now, because masking is only known once the call is settled.
      finishRecordings(ctx.workspaceId, [id], now),
      deleteCallRows("call_turns", active),
      deleteCallRows("call_sessions", active),
      notify(id, "settled"),
      ...attemptFollowStatements(ctx.workspaceId, row, now),
      ...(keepsNothing ? [deleteComments(ctx.workspaceId, id)] : [enqueueJudge(active, now)]),
      // A contact's key seals more than this call, so only the call's own key is destroyed.
      ...(keepsNothing && row.subject_id === id ? [destroySubjectKey(ctx.workspaceId, id)] : []),
    ],
    "last",
  );
}

async function scheduleRetry(active: ActiveCall, lease: Lease): Promise<void> {
  const attempts = active.row.attempts ?? 0;
  await queueSettlement(
    active,
    lease,
    plusMs(active.ctx.now(), RETRY_DELAY_MS * 2 ** attempts),
    attempts + 1,
  );
}

/**
 * Settles an ended call: stores values, outcome, masks, the transcript as one document and search words in one
 * transaction, and deletes the running call's turns and state. The lease ensures that it happens once; the lease is
 * released. If the model fails, the queue retries, and the transcript stays withheld until then.
 */
export async function settleCall(active: ActiveCall, lease: Lease, stopSignal?: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(MODEL_TIMEOUT_MS);
  const { id: callId, attempts } = active.row;
  try {
    const settled = await concludeCall(
      active,
      stopSignal === undefined ? timeout : AbortSignal.any([timeout, stopSignal]),
    ).catch((error: unknown) => {
      log.warn(
        { callId, requestId: active.ctx.requestId, attempts, err: error },
        "the model could not read the call; settling will be retried",
      );
      return null;
    });
    await (settled === null ? scheduleRetry(active, lease) : storeSettledCall(active, lease, settled));
  } finally {
    await lease.release();
  }
}
