import type { Day } from "@/components/week";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import type { Translator } from "@/messages/translator";

/** Fields of the step; numbers may be empty while they are typed. */
export type WhenValues = {
  window: { days: Day[]; start: string; end: string; timezone: string | null };
  /** The time zone of the window: each contact's, or a fixed one. */
  zone: "callee" | "fixed";
  starts_at: string | null;
  ends_at: string | null;
  max_concurrent_calls: number | string;
  calls_per_second: number | string;
  /** Empty for those of the outbound routes. */
  trunk_ids: string[];
  attempts: { max: number | string; retry_after_minutes: number | string; on: string[] };
};

export function whenValuesOf(campaign: Campaign): WhenValues {
  const { window, attempts, starts_at, ends_at, max_concurrent_calls, calls_per_second } = campaign;
  const isFixed = window.timezone !== "callee";
  return {
    window: { ...window, days: [...window.days], timezone: isFixed ? window.timezone : null },
    zone: isFixed ? "fixed" : "callee",
    starts_at,
    ends_at,
    max_concurrent_calls,
    calls_per_second,
    trunk_ids: [...(campaign.trunk_ids ?? [])],
    attempts: { ...attempts, on: [...attempts.on] },
  };
}

/** Client-side validation errors by field. */
export function whenProblemsOf(
  t: Translator<"campaigns">,
  tHours: Translator<"common.hours">,
  values: WhenValues,
): Record<string, string | null> {
  const missing = (value: number | string) => (value === "" ? t("numberMissing") : null);
  const { days, start, end, timezone } = values.window;
  return {
    "window.days": days.length === 0 ? tHours("daysMissing") : null,
    "window.end": start < end ? null : tHours("endTooEarly"),
    "window.timezone": values.zone === "fixed" && timezone === null ? t("when.zoneMissing") : null,
    max_concurrent_calls: missing(values.max_concurrent_calls),
    calls_per_second: missing(values.calls_per_second),
    "attempts.max": missing(values.attempts.max),
    "attempts.retry_after_minutes": missing(values.attempts.retry_after_minutes),
  };
}

/** The body of the PATCH. `hasTrunks`: whether the form offers trunks. */
export function whenBodyOf({ zone, window, attempts, ...values }: WhenValues, hasTrunks = false) {
  return {
    window: { ...window, timezone: zone === "callee" ? "callee" : window.timezone },
    starts_at: values.starts_at,
    ends_at: values.ends_at,
    max_concurrent_calls: Number(values.max_concurrent_calls),
    calls_per_second: Number(values.calls_per_second),
    ...(hasTrunks && { trunk_ids: values.trunk_ids.length === 0 ? null : values.trunk_ids }),
    attempts: {
      max: Number(attempts.max),
      retry_after_minutes: Number(attempts.retry_after_minutes),
      on: attempts.on,
    },
  };
}
