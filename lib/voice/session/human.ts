import type { Transfer } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import type { HeldCall } from "./held-call";

/**
 * The transfer of a caller who declines a recording to the agent's human; undefined if the agent has no
 * number for one, or the line is not a telephone line.
 */
export function humanOf(
  { call, line }: HeldCall,
  transfer: Transfer,
  signal: AbortSignal,
): (() => Promise<boolean>) | undefined {
  const number = call.config.transfer_to === null ? null : parseNumber(call.config.transfer_to);
  if (line.transfer === undefined || number === null || !number.ok) return undefined;
  const to = number.number.e164;
  return async () => (await transfer({ to, kind: "human" }, signal)).ok;
}
