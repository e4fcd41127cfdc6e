import { setImmediate as turnOfLoop } from "node:timers/promises";
import type { Ports } from "./ports";
import type { Deed, EndReason, KeptTurn, State } from "./state";

/** What a conversation has come to and is not stored yet. */
type Waiting = {
  changed: Map<number, KeptTurn>;
  state: State;
  ended: EndReason | null;
  deeds: readonly Deed[];
};

/**
 * Stores what a conversation comes to, in order and one write at a time, while the agent goes on thinking: what comes
 * meanwhile goes into the next write, and what a model comes to that waits for nobody goes into the first. `failed` is
 * told at once where something could not be stored; after that nothing is.
 */
export function storing(keep: Ports["keep"], failed: () => void) {
  let waiting: Waiting | null = null;
  let work: Promise<void> = Promise.resolve();
  const write = async () => {
    // A write costs a round trip, which the caller waits for: it takes along all that needs none.
    await turnOfLoop();
    if (waiting === null) return;
    const { changed, state, ended, deeds } = waiting;
    waiting = null;
    await keep([...changed.values()], state, ended, deeds);
  };
  return {
    add(
      changed: readonly KeptTurn[],
      state: State,
      ended: EndReason | null,
      deeds: readonly Deed[] = [],
    ): void {
      const before = waiting;
      const turns = new Map(before?.changed);
      for (const turn of changed) turns.set(turn.index, turn);
      waiting = { changed: turns, state, ended, deeds: [...(before?.deeds ?? []), ...deeds] };
      // Behind a write that waits, this one goes along with it.
      if (before !== null) return;
      work = work.then(write);
      work.catch(failed);
    },
    /** Resolves once all of it is stored. Rejects where it could not be. */
    all: (): Promise<void> => work,
  };
}
export type Storing = ReturnType<typeof storing>;
