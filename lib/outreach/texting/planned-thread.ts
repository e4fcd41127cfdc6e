import { type CarrierFor, findAttempt, handleCarrierEvent } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** The reference of a conversation by text. A carrier's messaging API knows only single texts. */
export const threadRef = (callId: string): string => `thread_${callId}`;

/** Enqueues the job that starts a planned conversation by text. Repeating it has no effect. */
export async function queueThread(ctx: Ctx, callId: string): Promise<{ at: "placed"; ref: string }> {
  const job = enqueue(
    "text.begin",
    { workspaceId: ctx.workspaceId, callId },
    { key: `thread:${callId}`, runAt: ctx.now() },
  );
  await writeUnaudited(ctx, { run: [job] });
  return { at: "placed", ref: threadRef(callId) };
}

/** Starts the conversation: a text needs no answer before the agent writes. Safe to repeat. */
export async function beginPlannedThread(base: Ctx, callId: string, carrierFor: CarrierFor): Promise<void> {
  const match = await findAttempt(base, { callId });
  if (match === undefined) return;
  const { ctx, attempt } = match;
  const carrier = carrierFor(attempt.environment, "text");
  await handleCarrierEvent(ctx, carrier, threadRef(callId), { type: "answered", key: attempt.key });
}
