const DAY_MS = 86_400_000;

/** A calendar day without a zone: midnight in the UTC fields of a Date. */
export const dayOf = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));

export const plusDays = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);

export const isoDay = (day: Date): string => day.toISOString().slice(0, 10);

/** The day, or null where the calendar has none (30 February). Month 1–12. */
export function dayIn(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

// 29 February comes at most 8 years later.
const YEARS_AHEAD = 8;

/** The next such day from today on. */
export function nextMonthDay(now: Date, month: number, day: number): Date | null {
  const today = dayOf(now);
  for (let year = today.getUTCFullYear(); year <= today.getUTCFullYear() + YEARS_AHEAD; year++) {
    const date = dayIn(year, month, day);
    if (date && date >= today) return date;
  }
  return null;
}

/** The next day of a month that has this number, from today on. */
export function nextDayOfMonth(now: Date, day: number): Date | null {
  const today = dayOf(now);
  const months = [0, 1, 2].map((ahead) => {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1));
    return dayIn(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
  });
  return months.find((date) => date !== null && date >= today) ?? null;
}

/** The first such weekday after today; 0 is Sunday. */
export function nextWeekday(now: Date, weekday: number): Date {
  const today = dayOf(now);
  return plusDays(today, ((weekday - today.getUTCDay() + 6) % 7) + 1);
}

/** The last such weekday before today; 0 is Sunday. */
export function previousWeekday(now: Date, weekday: number): Date {
  const today = dayOf(now);
  return plusDays(today, -(((today.getUTCDay() - weekday + 6) % 7) + 1));
}

/** That weekday in the week after this one. Weeks begin on Monday (ISO 8601). */
export function weekdayOfNextWeek(now: Date, weekday: number): Date {
  const today = dayOf(now);
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  return plusDays(today, 7 - sinceMonday + ((weekday + 6) % 7));
}

/** One for each zone that has been asked for, of which there are some hundreds: to make one takes half a millisecond. */
const clocks = new Map<string, Intl.DateTimeFormat>();
/** Throws RangeError for what is no zone. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached !== undefined) return cached;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Wall-clock time of a zone, in the UTC fields of a Date. An unknown zone is UTC. */
export function wallClock(at: Date, timeZone: string | undefined): Date {
  if (timeZone === undefined) return at;
  try {
    const parts = clockIn(timeZone).formatToParts(at);
    const n = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value);
    return new Date(Date.UTC(n("year"), n("month") - 1, n("day"), n("hour"), n("minute"), n("second")));
  } catch {
    return at;
  }
}

/** The instant of a wall-clock time in a zone: the inverse of `wallClock`, for a day `2026-11-24` and a time `14:30`. */
export function instantOf(day: string, time: string, timeZone: string | undefined): Date {
  const wall = new Date(`${day}T${time}:00.000Z`);
  // Twice, as the offset at the guess may differ from the one at the answer around a change of clocks.
  const firstGuess = new Date(wall.getTime() - (wallClock(wall, timeZone).getTime() - wall.getTime()));
  return new Date(firstGuess.getTime() + (wall.getTime() - wallClock(firstGuess, timeZone).getTime()));
}
