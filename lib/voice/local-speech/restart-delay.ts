const FIRST_DELAY_MS = 1_000;
/** A model that never loads is tried again this often: a new file may have replaced a broken one. */
const MAX_DELAY_MS = 5 * 60_000;

/** The wait before the next start, after `crashes` in a row. */
export const restartDelayMs = (crashes: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.max(crashes - 1, 0), MAX_DELAY_MS);
