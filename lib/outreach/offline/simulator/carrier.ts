import type { Carrier } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** The simulator's reference of a call. */
export const refOf = (callId: string): string => `sim_${callId}`;

/** The job of a simulated call's next step; each replaces the last, so that a step is tried until it is done. */
export const step = (ctx: Ctx, callId: string, runAt: string) =>
  enqueue("simulator.call", { workspaceId: ctx.workspaceId, callId }, { key: `simulator:${callId}`, runAt });

/** Placing twice is placing once: the first step is there already, and each is safe to repeat. */
async function place(ctx: Ctx, callId: string): Promise<{ at: "placed"; ref: string }> {
  await record(ctx, { run: [step(ctx, callId, ctx.now())] });
  return { at: "placed", ref: refOf(callId) };
}

/** A telephone company of the `test` environment, whose subscribers are made up and which reaches nobody. */
export const simulator: Carrier = {
  name: "simulator",
  ready: async () => true,
  place: (ctx, { callId }) => place(ctx, callId),
  find: async (ctx, { callId }) => ({ ...(await place(ctx, callId)), last: null }),
  // The next step sees that the call is over.
  hangUp: async () => ({ at: "done" }),
  sendText: async (_, { textId }) => ({ at: "placed", ref: refOf(textId) }),
};
