type Range = { timezone: string; from: string; to: string };

const DAY_MS = 86_400_000;
/** The longest periods, in days, whose hours and days are readable in a chart. */
const HOURS_UP_TO_DAYS = 2.1;
const DAYS_UP_TO_DAYS = 93;

/** The date of a moment in a time zone: `2026-11-24`. */
export const dayIn = (timezone: string, at: string | number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" }).format(new Date(at));
export const todayIn = (timezone: string, now: string): string => dayIn(timezone, now);

/** The first and the last day of a period. */
export const daysOf = ({ timezone, from, to }: Range): { first: string; last: string } => ({
  first: dayIn(timezone, from),
  last: dayIn(timezone, Date.parse(to) - 1),
});

/** Whether a period was selected by times, such as hours of a day, instead of whole days. */
export const isTimed = (from: string | null, to: string | null): boolean =>
  [from, to].some((value) => value?.includes("T"));

/** Returns the day that is `days` days before `day`. */
export function subtractDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, "2026-11-24".length);
}

/** Interval of a chart's points for a readable chart of this period. */
export function bucketFor({ from, to }: Range): "hour" | "day" | "week" {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days <= HOURS_UP_TO_DAYS) return "hour";
  return days <= DAYS_UP_TO_DAYS ? "day" : "week";
}

/** A bucket's name, in its zone and a language: an hour by its clock, a week by its first day. */
export function bucketName(locale: string, timezone: string, start: string, bucket: string): string {
  const hour = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const day = { day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat(locale, { timeZone: timezone, ...(bucket === "hour" ? hour : day) }).format(
    new Date(start),
  );
}
