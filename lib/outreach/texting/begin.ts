import { type CarrierFor, carrierSaid, findAttempt } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** The reference of a conversation by text that a carrier of messages is asked to begin: it knows of texts alone. */
export const threadRef = (callId: string): string => `thread_${callId}`;

/** Lets the agent of a planned conversation by text begin it, by a job: asking twice is asking once. */
export async function planThread(ctx: Ctx, callId: string): Promise<{ at: "placed"; ref: string }> {
  const job = enqueue(
    "text.begin",
    { workspaceId: ctx.workspaceId, callId },
    { key: `thread:${callId}`, runAt: ctx.now() },
  );
  await record(ctx, { run: [job] });
  return { at: "placed", ref: threadRef(callId) };
}

/** The agent writes first: nobody has to pick up a text. Safe to repeat. */
export async function beginPlanned(base: Ctx, callId: string, carrierFor: CarrierFor): Promise<void> {
  const found = await findAttempt(base, { callId });
  if (found === undefined) return;
  const { ctx, attempt } = found;
  const carrier = carrierFor(attempt.environment);
  await carrierSaid(ctx, carrier, threadRef(callId), { type: "answered", key: attempt.key });
}
