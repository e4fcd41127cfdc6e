import { type Compilable, sql } from "kysely";
import { reindexJob } from "@/lib/agents/agents";
import { type Settled, settle, settleWithoutModel } from "@/lib/calls/conversation";
import { plusMs } from "@/lib/platform/clock";
import { destroySubject } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { enqueued } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import type { Active } from "./active";
import { finishRecordings } from "./finish-recordings";
import { settledFields } from "./kept";
import type { Lease } from "./lease";
import type { FullRow } from "./row";
import { sceneOf, startedAt } from "./scene";
import type { ProviderFailureNote } from "./schema";
import { follow, watch } from "./session";
import { isSpoken, type UsedProviders, usedProviders } from "./used";

/** Tries with the model; then the call is settled without it, and stays withheld as nobody has read it. */
const MAX_ATTEMPTS = 4;
/** Between two tries, times two to the power of the tries so far. */
const RETRY_MS = 15_000;
/** A model that has not read the call by then is asked again later. */
const GIVE_UP_MS = 60_000;

/** Reads the call with its model, or without it where the model is what ended the call or has failed too often. */
async function readOut({ ctx, row, sealer, conversation }: Active, signal: AbortSignal): Promise<Settled> {
  const { state, turns } = conversation;
  const scene = await sceneOf(ctx, row, sealer, { offered: Promise.resolve([]), hasTransfer: false });
  const hopeless = state.endReason === "model_error" || (row.attempts ?? 0) >= MAX_ATTEMPTS;
  return hopeless
    ? settleWithoutModel(scene, state.values, state.outcome)
    : settle(scene, turns, state.values, state.outcome, signal);
}

const ofCall = (table: "call_turns" | "call_sessions", { ctx, row }: Active) =>
  db.deleteFrom(table).where("workspace_id", "=", ctx.workspaceId).where("call_id", "=", row.id);

/**
 * Indexes the agent's calls anew if a variable was marked sensitive since this one was opened, as its words are then
 * masked too little. The agent's row is locked, so that whoever marks at this moment comes before or after.
 */
function reindexIfMarked({ ctx, row }: Active): Compilable<unknown> {
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
    .select(enqueued(...reindexJob(ctx, row.agent_id)).as("enqueued"))
    .where(sql<boolean>`sensitive_marks <> ${json(row.sensitive_marks)}::jsonb`);
}

type Noted = { used: UsedProviders; refusedRecording: boolean };

/** What was noted of a spoken call since its row was read: whom it used, and whether its caller refused to be recorded. */
async function notedOf({ ctx, row, conversation: { turns } }: Active): Promise<Noted> {
  const beganAt = Date.parse(startedAt(row));
  const found = isSpoken(row)
    ? await ctx.db.one(
        db
          .selectFrom("calls")
          .select(["provider_failures", "duration_ms", "recording"])
          .where("workspace_id", "=", ctx.workspaceId)
          .where("id", "=", row.id),
      )
    : undefined;
  const failures = (found?.provider_failures ?? []) as ProviderFailureNote[];
  const recording = (found?.recording ?? {}) as FullRow["recording"];
  return {
    used: usedProviders(row, turns, { failures, beganAt, durationMs: found?.duration_ms ?? 0 }),
    // Without a time nobody was asked: the call was made as one that is not recorded.
    refusedRecording: recording.state === "suppressed" && typeof recording.opted_out_at === "string",
  };
}

async function store(active: Active, lease: Lease, settled: Settled): Promise<void> {
  const { ctx, row, sealer, conversation } = active;
  const { id } = row;
  const { used, refusedRecording } = await notedOf(active);
  const ended = { ...conversation, refusedRecording };
  const fields = await settledFields(ctx.workspaceId, row, sealer, ended, settled, used);
  const keepsNothing = !row.policy.transcript.enabled;
  const now = ctx.now();
  await lease.write(
    [
      db
        .updateTable("calls")
        .set({ ...fields, settled_at: now })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
      reindexIfMarked(active),
      // It is known only now what is to be masked.
      finishRecordings(ctx.workspaceId, [id], now),
      ofCall("call_turns", active),
      ofCall("call_sessions", active),
      notify(id, "settled"),
      ...follow(ctx.workspaceId, row, now),
      // A contact's key seals more than this call; only a key of the call's own goes with it.
      ...(keepsNothing && row.subject_id === id ? [destroySubject(ctx.workspaceId, id)] : []),
    ],
    "last",
  );
}

async function tryLater({ ctx, row }: Active, lease: Lease): Promise<void> {
  const attempts = row.attempts ?? 0;
  const runAt = plusMs(ctx.now(), RETRY_MS * 2 ** attempts);
  await lease.write(
    [
      db
        .updateTable("call_sessions")
        .set({ attempts: attempts + 1, due_at: runAt })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("call_id", "=", row.id),
      watch(ctx.workspaceId, row.id, runAt),
    ],
    "last",
  );
}

/**
 * Settles a call that has ended: values, outcome, masks, the transcript as one document, words, all in one transaction;
 * the turns and the state of the running call go with it. Whoever holds the lease does it, so it is done once; the
 * lease is given back. Where the model fails the queue tries again, and the call stays withheld until then.
 */
export async function settleCall(active: Active, lease: Lease, stop?: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(GIVE_UP_MS);
  const { id: callId, attempts } = active.row;
  try {
    const settled = await readOut(active, stop === undefined ? limit : AbortSignal.any([limit, stop])).catch(
      (error: unknown) => {
        log.warn({ callId, attempts, err: error }, "a call could not be read out yet");
        return null;
      },
    );
    await (settled === null ? tryLater(active, lease) : store(active, lease, settled));
  } finally {
    await lease.release();
  }
}
