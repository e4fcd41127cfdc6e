import type { Ctx } from "@/lib/context";
import { record } from "@/lib/db";
import { AppError, notFound } from "@/lib/errors";
import { notify } from "@/lib/live";
import { activate, happen } from "./converse";
import { cutHere, type Lease, takeLease } from "./lease";
import { openCall, readCall } from "./read";
import type { Call } from "./schema";
import { settleInline } from "./settle-inline";

/** How often, and how many times, the lease of an agent that is being cut off is tried: two seconds in all. */
const TRY_MS = 50;
const TRIES = 40;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The lease, after the agent's turn has been cut off wherever it is spoken; null where the call no longer runs. */
async function interrupt(ctx: Ctx, id: string): Promise<Lease | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await takeLease(ctx, id);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "in_progress") || tries >= TRIES) throw error;
      if (!cutHere(id)) await record(ctx, { run: [notify(id, "cut")] });
      await pause(TRY_MS);
    }
  }
}

/**
 * Ends a call: the agent is cut off in mid-sentence if need be, what it said so far is kept. A call that has ended
 * already is answered as it is. Throws 404.
 */
export async function endCall(ctx: Ctx, id: string): Promise<Call> {
  const opened = await openCall(ctx, id);
  if (opened.sealer === undefined && opened.row.settled_at === null) throw notFound();
  const lease = await interrupt(ctx, id);
  if (lease !== null) {
    try {
      const active = activate(ctx, await openCall(ctx, id));
      if (active !== null) await happen(active, lease, { type: "hung_up" });
    } finally {
      await lease.release();
    }
    await settleInline(ctx, id);
  }
  return readCall(ctx, id);
}
