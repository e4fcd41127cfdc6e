import type { Day } from "@/components/week";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import type { Formatter, Translator } from "@/messages/translator";

type Texts = Translator<"campaigns">;

/** The days and hours in which a campaign contacts people. */
export function windowText(
  t: Texts,
  daysText: (days: readonly Day[]) => string,
  { days, start, end, timezone }: Campaign["window"],
): string {
  const values = { days: daysText(days), start, end };
  return timezone === "callee" ? t("window.callee", values) : t("window.fixed", { ...values, timezone });
}

/** The number of attempts and the results that cause a retry. */
export function attemptsText(
  t: Texts,
  format: Formatter,
  { max, retry_after_minutes: minutes, on }: Campaign["attempts"],
): string {
  if (max === 1 || on.length === 0) return t("attempts.once");
  const outcomes = format.list(
    on.map((outcome) => t(`retry.${outcome}`)),
    { type: "disjunction" },
  );
  return t("attempts.many", { max, minutes, outcomes });
}

/** The concurrency and the rate of a campaign. */
export const paceText = (
  t: Texts,
  { channel, max_concurrent_calls: concurrent, calls_per_second: rate }: Campaign,
): string => t(`pace.${channel}`, { concurrent, rate });

const MINUTE_S = 60;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;
/** Shorter durations are shown in minutes, and those below two days in hours. */
const MINUTES_SHOWN = 90;

/** The approximate duration of a campaign. */
export function durationText(t: Texts, seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes < MINUTES_SHOWN) return t("duration.minutes", { count: minutes });
  const hours = Math.round(minutes / HOUR_MINUTES);
  return hours < 2 * DAY_HOURS
    ? t("duration.hours", { count: hours })
    : t("duration.days", { count: Math.round(hours / DAY_HOURS) });
}
