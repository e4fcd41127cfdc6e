import { deleteCall, endCall, readCall, tickCall } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { removeRecording } from "@/lib/calls/recordings";
import { deleteContact } from "@/lib/contacts/contacts";
import { findAttempt, followAttempt, placeAttempts } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { demoCarrierFor } from "./demo-carrier";
import { demoCallId, stageAt } from "./staging";

/** A scenario that stops its process this often is skipped. */
const MAX_ATTEMPTS = 8;

export const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === "not_found";

export async function findCall(ctx: Ctx, id: string): Promise<Call | null> {
  try {
    return await readCall(ctx, id);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Whether a call was dialed. The attempt remains when the call is deleted, because it counts. */
async function wasDialed(ctx: Ctx, callId: string): Promise<boolean> {
  const attempt = db
    .selectFrom("attempts")
    .select("key")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("call_id", "=", callId);
  return (await ctx.db.first(attempt)) !== undefined;
}

/**
 * Ends a call that a stopped process left in the middle, and deletes it with its recording and its contact, whose
 * ledger may already have an entry of the call.
 */
async function discard({ workspaceId, environment }: Ctx, call: Call, at: string): Promise<void> {
  const { ctx } = stageAt(workspaceId, plusMs(at, DISCARDED_AFTER_MS), environment);
  if (call.ended_at === null) await endCall(ctx, call.id);
  else if (call.settled_at === null) await tickCall(ctx, call.id);
  // An attempt that was being placed is looked up at the carrier first.
  const dialed = await findAttempt(ctx, { callId: call.id });
  if (dialed?.attempt.state === "placing") await placeAttempts(ctx, [dialed.attempt.key], demoCarrierFor);
  await followAttempt(ctx, call.id, demoCarrierFor);
  await deleteCall(ctx, call.id);
  await removeRecording(ctx, call.id);
  if (call.contact_id === null) return;
  await deleteContact(ctx, call.contact_id).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

/** The longest scenario: a text message that is never answered. */
const LONGEST_MS = 36 * 3_600_000;
/** When a call that a stopped process left is ended. It is later than the end of each scenario. */
const DISCARDED_AFTER_MS = 48 * 3_600_000;

type PlannedCall = { number: number; part?: number; at: string; endOfHistory: string };
/** The scenario's call: played before, or to be played under this ID. */
export type FoundCall = { id: string; isPlayed: boolean };

/**
 * Finds the call of a scenario, or the ID under which to play it. A call that a stopped process left in the middle is
 * not over in the scenario's time, and is deleted. If its attempt remains, the next one has another ID. Null after too
 * many.
 */
export async function findPlayedCall(ctx: Ctx, planned: PlannedCall): Promise<FoundCall | null> {
  const { number, part = 0, at, endOfHistory } = planned;
  const latestMs = Math.min(Date.parse(at) + LONGEST_MS, Date.parse(endOfHistory));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const id = demoCallId(ctx.workspaceId, at, { number, part, attempt });
    const call = await findCall(ctx, id);
    const overAt = call?.status === "blocked" ? call.ended_at : (call?.settled_at ?? null);
    if (overAt !== null && Date.parse(overAt) <= latestMs) return { id, isPlayed: true };
    if (call !== null) await discard(ctx, call, at);
    if (!(await wasDialed(ctx, id))) return { id, isPlayed: false };
  }
  return null;
}
