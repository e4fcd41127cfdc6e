import type { Day } from "@/components/week";
import type { InboundRoute } from "@/lib/agents/inbound-routes/schema";
import type { Translator } from "@/messages/translator";

/** Fields of the form, named as in the API. */
export type InboundValues = {
  pattern: string;
  agent_id: string | null;
  /** Whether the agent answers calls at any time. */
  always: boolean;
  hours: { days: Day[]; start: string; end: string; timezone: string | null };
  fallback_number: string;
};

const OFFICE_HOURS = { start: "09:00", end: "17:00" };
const WORK_DAYS: readonly Day[] = ["mon", "tue", "wed", "thu", "fri"];

/** The fields of a route, or of a new one. */
export const inboundValuesOf = (route: InboundRoute | null, timezone: string): InboundValues => ({
  pattern: route?.pattern ?? "",
  agent_id: route?.agent_id ?? null,
  always: (route?.hours ?? null) === null,
  hours: route?.hours
    ? { ...route.hours, days: [...route.hours.days] }
    : { ...OFFICE_HOURS, days: [...WORK_DAYS], timezone },
  fallback_number: route?.fallback_number ?? "",
});

/** Client-side validation errors by field. */
export function inboundProblemsOf(
  t: Translator<"routes.form">,
  { pattern, always, hours }: InboundValues,
): Record<string, string | null> {
  const inHours = (problem: string | null) => (always ? null : problem);
  return {
    pattern: pattern.trim() === "" ? t("patternMissing") : null,
    "hours.days": inHours(hours.days.length === 0 ? t("daysMissing") : null),
    "hours.end": inHours(hours.start < hours.end ? null : t("endTooEarly")),
    "hours.timezone": inHours(hours.timezone === null ? t("timeZoneMissing") : null),
  };
}

/** The route of the request's body. */
export function inboundRouteOf({ pattern, agent_id, always, hours, fallback_number }: InboundValues) {
  const fallback = fallback_number.trim();
  return {
    pattern: pattern.trim(),
    agent_id,
    hours: always ? null : hours,
    fallback_number: fallback === "" ? null : fallback,
  };
}

/** The form's field for a message of the server about a route of the list. */
export const fieldOf = (path: string): string => path.replace(/^routes\.[0-9]+\./, "");
