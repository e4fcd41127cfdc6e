import { setImmediate as nextTurn } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that is nobody else's of those who ask here: what is read and sent in between goes
 * first. Long work that nobody waits for asks between its parts, so that ten calls which end at once do not hold up the
 * sound of others for ten times as long as one.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
