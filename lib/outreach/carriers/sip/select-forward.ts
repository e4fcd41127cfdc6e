import { findOwnNumber } from "@/lib/agents/phone-numbers";
import type { Ctx } from "@/lib/platform/context";
import type { Answering } from "./find-answering";

/** Where a call goes that no agent can answer: to a number, over the trunk with the number `callerId`, or nowhere. */
type Forward = { at: "forward"; to: string; callerId: string } | { at: "refused"; reason: "unavailable" };

/** Selects the fallback number. One of the workspace's numbers is no fallback, as the call could return forever. */
export async function selectForward(
  ctx: Ctx,
  { callerId, fallback_number: to }: Answering,
): Promise<Forward> {
  const isLoop = to !== null && (await findOwnNumber(ctx, to)) !== undefined;
  return to === null || isLoop || callerId === null
    ? { at: "refused", reason: "unavailable" }
    : { at: "forward", to, callerId };
}
