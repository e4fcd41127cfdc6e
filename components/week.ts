import { DAYS } from "@/lib/contacts/policy/values";
import type { Formatter, Translator } from "@/messages/translator";

export type Day = (typeof DAYS)[number];

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** A day of the week in the language of the dashboard. */
export const dayName = (format: Formatter, day: Day, weekday: "long" | "short"): string =>
  format.dateTime(MONDAY + DAYS.indexOf(day) * DAY_MS, { weekday, timeZone: "UTC" });

/** "Mon–Fri", "Mon, Wed", "Every day". */
export function daysText(t: Translator<"common.week">, format: Formatter, days: readonly Day[]): string {
  const short = (day: Day): string => dayName(format, day, "short");
  if (days.length === DAYS.length) return t("everyDay");
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return t("noDay");
  const inRow = DAYS.indexOf(last) - DAYS.indexOf(first) === days.length - 1;
  return inRow && days.length > 2
    ? t("span", { first: short(first), last: short(last) })
    : format.list(days.map(short), { type: "unit" });
}

const HALF_HOURS = 48;
const clockOf = (half: number): string =>
  `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`;

/** Times to choose from, each half hour, and the one that is set. `24:00` only where something ends. */
export function clockChoices(current: string, isEnd: boolean): string[] {
  const all = Array.from({ length: HALF_HOURS }, (_, i) => clockOf(isEnd ? i + 1 : i));
  return [...new Set([...all, current])].sort();
}
