import { scrubCards } from "@/lib/masking";
import type { StoredTurn } from "./state";

/**
 * Adds new turns. If a new turn completes a payment card number, the number is permanently removed from all
 * turns.
 */
export function appendTurns(
  turns: readonly StoredTurn[],
  newTurns: readonly StoredTurn[],
): { turns: StoredTurn[]; changed: StoredTurn[] } {
  const { turns: scrubbed, hits: scrubbedIndexes } = scrubCards([...turns, ...newTurns]);
  const changedIndexes = new Set([...scrubbedIndexes, ...newTurns.map((t) => t.index)]);
  return {
    turns: scrubbed as StoredTurn[],
    changed: (scrubbed as StoredTurn[]).filter((t) => changedIndexes.has(t.index)),
  };
}
