import { selectTransferTargets, type Transfer } from "@/lib/calls/calls";
import type { HeldCall } from "./held-call";

/**
 * The transfer of a caller who declines a recording to the agent's people; undefined if none can be called now, or the line
 * is not a telephone line.
 */
export function humanOf(
  { call, line, ctx }: Pick<HeldCall, "call" | "line" | "ctx">,
  transfer: Transfer,
  signal: AbortSignal,
): (() => Promise<boolean>) | undefined {
  const { open } = selectTransferTargets(call.config, ctx.now());
  if (line.transfer === undefined || open.length === 0) return undefined;
  return async () => (await transfer({ targets: open, kind: "human" }, signal)).ok;
}
