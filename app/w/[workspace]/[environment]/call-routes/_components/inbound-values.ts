import { type HoursValues, hoursProblemsOf, hoursValuesOf } from "@/components/hours-values";
import type { InboundRoute } from "@/lib/agents/inbound-routes/schema";
import type { Translator } from "@/messages/translator";

/** Fields of the form, named as in the API. */
export type InboundValues = HoursValues & {
  pattern: string;
  agent_id: string | null;
  fallback_number: string;
};

/** The fields of a route, or of a new one. */
export const inboundValuesOf = (route: InboundRoute | null, timezone: string): InboundValues => ({
  pattern: route?.pattern ?? "",
  agent_id: route?.agent_id ?? null,
  ...hoursValuesOf(route?.hours ?? null, timezone),
  fallback_number: route?.fallback_number ?? "",
});

/** Client-side validation errors by field. */
export function inboundProblemsOf(
  t: Translator<"routes.form">,
  tHours: Translator<"common.hours">,
  values: InboundValues,
): Record<string, string | null> {
  return {
    pattern: values.pattern.trim() === "" ? t("patternMissing") : null,
    ...hoursProblemsOf(tHours, values),
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
