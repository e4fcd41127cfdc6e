import type { Carrier } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** The simulator's reference of a call. */
export const simulatorRef = (callId: string): string => `sim_${callId}`;

/**
 * The job of a simulated call's next step. Each step replaces the previous job, so a step is retried until it
 * is done.
 */
export const simulatorJob = (ctx: Ctx, callId: string, runAt: string) =>
  enqueue("simulator.call", { workspaceId: ctx.workspaceId, callId }, { key: `simulator:${callId}`, runAt });

/** Placing twice has no further effect: the job exists already, and each step is safe to repeat. */
async function place(ctx: Ctx, callId: string): Promise<{ at: "placed"; ref: string }> {
  await writeUnaudited(ctx, { run: [simulatorJob(ctx, callId, ctx.now())] });
  return { at: "placed", ref: simulatorRef(callId) };
}

/** The carrier of the `test` environment. Its subscribers are fictional, and it dials no telephone. */
export const simulator: Carrier = {
  name: "simulator",
  ready: async () => true,
  place: (ctx, { callId }) => place(ctx, callId),
  find: async (ctx, { callId }) => ({ ...(await place(ctx, callId)), last: null }),
  // The next step sees that the call has ended.
  hangUp: async () => ({ at: "done" }),
  sendText: async (_, { textId }) => ({ at: "placed", ref: simulatorRef(textId) }),
};
