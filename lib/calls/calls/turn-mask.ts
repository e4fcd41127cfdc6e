import type { Conversation } from "@/lib/calls/conversation";
import { createLiveMask, type LiveFacts, type LiveMask } from "@/lib/masking";
import { sensitiveOf } from "./mask-facts";
import type { FullRow } from "./row";

/** Creates a mask for the agent's next turn in a conversation. Text that cannot be classified yet is held back. */
export function createAgentTurnMask(
  row: FullRow,
  { state, turns }: Conversation,
): { index: number; mask: LiveMask } {
  const { variables, language } = row.config;
  const facts = { variables, sensitive: sensitiveOf(row), knownValues: state.values, language };
  return createNextTurnMask({ state, turns }, facts);
}

/** Creates a mask for the agent's next turn from the given facts. The mask accepts the text piece by piece. */
export function createNextTurnMask(
  { state, turns }: Conversation,
  facts: LiveFacts,
): { index: number; mask: LiveMask } {
  const index = state.nextIndex;
  const turn = { index, role: "agent" as const, text: "", start_ms: 0, end_ms: 0, interrupted: false };
  return { index, mask: createLiveMask(turns, turn, facts) };
}
