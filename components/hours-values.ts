import type { Translator } from "@/messages/translator";
import type { Day } from "./week";

/** The hours in which an agent answers, as fields of a form named as in the API. */
export type HoursValues = {
  /** Whether the agent answers calls at any time. */
  always: boolean;
  hours: { days: Day[]; start: string; end: string; timezone: string | null };
};

const OFFICE_HOURS = { start: "09:00", end: "17:00" };
const WORK_DAYS: readonly Day[] = ["mon", "tue", "wed", "thu", "fri"];

type StoredHours = { days: readonly Day[]; start: string; end: string; timezone: string };

/** The fields of stored hours, or of new ones in a time zone. Null means at any time. */
export const hoursValuesOf = (stored: StoredHours | null, timezone: string): HoursValues => ({
  always: stored === null,
  hours: stored ? { ...stored, days: [...stored.days] } : { ...OFFICE_HOURS, days: [...WORK_DAYS], timezone },
});

/** Client-side validation errors by field. */
export function hoursProblemsOf(
  t: Translator<"common.hours">,
  { always, hours }: HoursValues,
): Record<string, string | null> {
  const inHours = (problem: string | null) => (always ? null : problem);
  return {
    "hours.days": inHours(hours.days.length === 0 ? t("daysMissing") : null),
    "hours.end": inHours(hours.start < hours.end ? null : t("endTooEarly")),
    "hours.timezone": inHours(hours.timezone === null ? t("timeZoneMissing") : null),
  };
}
