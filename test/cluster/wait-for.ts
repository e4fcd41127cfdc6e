import { setTimeout as pause } from "node:timers/promises";

/** Longer than any step takes on a busy machine. */
export const PATIENCE_MS = 90_000;
const INTERVAL_MS = 100;

/** Waits until a condition is true. Throws with its name if it does not within `timeoutMs`. */
export async function waitFor(
  name: string,
  isTrue: () => Promise<boolean>,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not in ${timeoutMs / 1_000} s: ${name}.`);
    await pause(INTERVAL_MS);
  }
}
