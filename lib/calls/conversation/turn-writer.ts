import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Ports } from "./ports";
import type { ConversationState, EndReason, StoredTurn, SuppressionAction } from "./state";

/** The part of a conversation that is not stored yet. */
type PendingWrite = {
  changed: Map<number, StoredTurn>;
  state: ConversationState;
  endReason: EndReason | null;
  suppressionActions: readonly SuppressionAction[];
};

/**
 * Stores a conversation's progress in order, one write at a time, while the agent continues. Progress during
 * a write goes into the next write, and model results that are ready at once go into the first. `onFailure`
 * is called as soon as a write fails; later writes are not attempted.
 */
export function createTurnWriter(storeTurns: Ports["storeTurns"], onFailure: () => void) {
  let pendingWrite: PendingWrite | null = null;
  let writes: Promise<void> = Promise.resolve();
  const write = async () => {
    // A write costs a round trip that the caller waits for, so it includes everything that is ready now.
    await yieldToEventLoop();
    if (pendingWrite === null) return;
    const { changed, state, endReason, suppressionActions } = pendingWrite;
    pendingWrite = null;
    await storeTurns([...changed.values()], state, endReason, suppressionActions);
  };
  return {
    add(
      changed: readonly StoredTurn[],
      state: ConversationState,
      endReason: EndReason | null,
      addedActions: readonly SuppressionAction[] = [],
    ): void {
      const previous = pendingWrite;
      const turns = new Map(previous?.changed);
      for (const turn of changed) turns.set(turn.index, turn);
      pendingWrite = {
        changed: turns,
        state,
        endReason,
        suppressionActions: [...(previous?.suppressionActions ?? []), ...addedActions],
      };
      // A write is already scheduled and will include this progress.
      if (previous !== null) return;
      writes = writes.then(write);
      writes.catch(onFailure);
    },
    /** Resolves when everything is stored. Rejects if a write failed. */
    flush: (): Promise<void> => writes,
  };
}
export type TurnWriter = ReturnType<typeof createTurnWriter>;
