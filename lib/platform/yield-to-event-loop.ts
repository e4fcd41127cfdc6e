import { setImmediate as nextTurn } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Yields to the event loop. Concurrent callers resolve in separate turns, in the order of their calls, and
 * I/O is handled between the turns. Long background work yields between its parts. Otherwise ten calls that
 * end together would delay the audio of other calls ten times as long as one.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
