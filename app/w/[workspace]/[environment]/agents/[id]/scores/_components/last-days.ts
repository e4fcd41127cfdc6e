/** Days of the period that the form begins with, as that of the figures. */
const DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const DATE_CHARS = 10;

/** The last 30 days (UTC) at a time. */
export function lastDays(nowMs: number): { from: string; to: string } {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, DATE_CHARS);
  return { from: dayOf(nowMs - (DAYS - 1) * DAY_MS), to: dayOf(nowMs) };
}
