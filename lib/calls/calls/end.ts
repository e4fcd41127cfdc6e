import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { notify } from "@/lib/platform/live";
import { act, activate, elapsed } from "./converse";
import { type Acquired, acquire, cutHere, isBusy } from "./lease";
import { missCall } from "./miss";
import { readCall } from "./read";
import { isWaiting } from "./row";
import type { Call } from "./schema";

/** How often, and how many times, the lease of an agent that is being cut off is tried: two seconds in all. */
const TRY_MS = 50;
const TRIES = 40;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The call's lease, after the agent's turn has been cut off wherever it is spoken. */
async function interrupt(ctx: Ctx, id: string, most: number): Promise<Acquired> {
  for (let tries = 1; ; tries++) {
    try {
      return await acquire(ctx, id);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!cutHere(id)) await record(ctx, { run: [notify(id, "cut")] });
      if (tries >= most) throw error;
      await pause(TRY_MS);
    }
  }
}

/** Why a call ends that nobody hung up. */
type Why = "opted_out" | "carrier_error";

/**
 * Ends a call: the agent is cut off in mid-sentence if need be, what it said so far is kept; a call that nobody has
 * answered yet is canceled. A call that has ended already is answered as it is. Throws 404, and 409 `in_progress` where the agent does not let go within two seconds.
 * `once` cuts it off and does not wait, for a job that comes again by itself.
 */
export async function endCall(
  ctx: Ctx,
  id: string,
  why?: Why,
  { once = false }: { once?: boolean } = {},
): Promise<Call> {
  const { lease, ...opened } = await interrupt(ctx, id, once ? 1 : TRIES);
  if (isWaiting(opened.row) && lease === null) {
    const canceled = await missCall(ctx, id, {
      status: "canceled",
      endReason: "canceled",
      outcome: "failed",
    });
    // Somebody has answered it, or ended it, meanwhile.
    return canceled ? readCall(ctx, id) : endCall(ctx, id, why, { once });
  }
  const active = activate(ctx, opened);
  const reason = why === undefined ? {} : { reason: why };
  if (lease !== null && active !== null)
    await act(active, lease, { type: "hung_up", atMs: elapsed(active), ...reason });
  else await lease?.release();
  return readCall(ctx, id);
}
