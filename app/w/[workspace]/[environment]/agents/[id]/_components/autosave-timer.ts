/** Typing pauses for this long before the draft is saved. */
export const QUIET_MS = 1_500;
/** Continuous typing is saved at least this often. */
export const MAX_WAIT_MS = 15_000;
/** Waits before failed saves are repeated; the last one repeats. */
const RETRY_MS = [5_000, 15_000, 30_000, 60_000] as const;

/** Calls `save` when edits pause, and again after failures. */
export function createAutosaveTimer(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deadline: number | null = null;
  let failures = 0;
  function start(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      deadline = null;
      save();
    }, delay);
  }
  return {
    edited(now = Date.now()): void {
      deadline ??= now + MAX_WAIT_MS;
      start(Math.max(0, Math.min(QUIET_MS, deadline - now)));
    },
    failed(): void {
      start(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0);
      failures++;
    },
    succeeded(): void {
      failures = 0;
    },
    cancel(): void {
      clearTimeout(timer);
      deadline = null;
    },
  };
}
export type AutosaveTimer = ReturnType<typeof createAutosaveTimer>;
