/** The zone that the days of a filter are in: the viewer's, or UTC. */
export type DayZone = "local" | "utc";

const pad = (n: number): string => String(n).padStart(2, "0");

/** The day of a time, as a date field has it: `2026-11-24`. Empty for no time. */
function dayOf(ms: number, zone: DayZone): string {
  if (Number.isNaN(ms)) return "";
  const date = new Date(ms);
  if (zone === "utc") return date.toISOString().slice(0, 10);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

const parse = (at: string | null | undefined): number => (at ? Date.parse(at) : Number.NaN);

/** The first day of a list after a time, which can be the last millisecond of the day before. */
export const firstDay = (after: string | null | undefined, zone: DayZone): string =>
  dayOf(parse(after) + 1, zone);

/** The last day of a list before a time, which is the start of the next day. */
export const lastDay = (before: string | null | undefined, zone: DayZone): string =>
  dayOf(parse(before) - 1, zone);

/** Whole days of a zone with daylight saving time are up to an hour longer or shorter. */
const MAX_SHIFT_MS = 3_600_000;
const DAY_MS = 86_400_000;

function isWholeDays(ms: number): boolean {
  const days = Math.round(ms / DAY_MS);
  return days > 0 && Math.abs(ms - days * DAY_MS) <= MAX_SHIFT_MS;
}

/**
 * The first and the last day of a list between two times. Whole days of another zone, such as the workspace's, begin and end
 * within days of the viewer's. Their middays decide then, so that one day of that zone is one day here.
 */
export function daysBetween(
  after: string | null | undefined,
  before: string | null | undefined,
  zone: DayZone,
): { from: string; to: string } {
  const [start, end] = [parse(after) + 1, parse(before)];
  if (!isWholeDays(end - start)) return { from: firstDay(after, zone), to: lastDay(before, zone) };
  return { from: dayOf(start + DAY_MS / 2, zone), to: dayOf(end - DAY_MS / 2, zone) };
}

/** The start of a day, or of the day that is `plusDays` later, in RFC 3339. Null for no day. */
export function startOfDay(day: string, zone: DayZone, plusDays = 0): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at =
    zone === "utc"
      ? new Date(Date.UTC(year, month - 1, date + plusDays))
      : new Date(year, month - 1, date + plusDays);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A day as a date in UTC, to be formatted in UTC. */
export const dateOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);
