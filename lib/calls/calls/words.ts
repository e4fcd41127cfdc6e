import type { Conversation } from "@/lib/calls/conversation";
import { type LiveFacts, type LiveMask, liveMask } from "@/lib/masking";
import { sensitiveOf } from "./facts";
import type { FullRow } from "./row";

/** Masks the turn that the agent begins behind what there is of the conversation: what cannot be decided yet is held back. */
export function maskedWords(row: FullRow, { state, turns }: Conversation): { index: number; mask: LiveMask } {
  const { variables, language } = row.config;
  const facts = { variables, sensitive: sensitiveOf(row), known: state.values, language };
  return maskNext({ state, turns }, facts);
}

/** Masks the agent's next turn by these facts, piece by piece. */
export function maskNext(
  { state, turns }: Conversation,
  facts: LiveFacts,
): { index: number; mask: LiveMask } {
  const index = state.nextIndex;
  const turn = { index, role: "agent" as const, text: "", start_ms: 0, end_ms: 0, interrupted: false };
  return { index, mask: liveMask(turns, turn, facts) };
}
