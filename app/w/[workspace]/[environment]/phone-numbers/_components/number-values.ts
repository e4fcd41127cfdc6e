import { type HoursValues, hoursProblemsOf, hoursValuesOf } from "@/components/hours-values";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import type { Translator } from "@/messages/translator";

/** Choices of the form. */
export type Choices = {
  agents: readonly { id: string; name: string; type: "voice" | "messaging" }[];
  /** The connected carriers. */
  accounts: readonly { id: string; name: string; kind: string }[];
  /** The workspace's, for new hours. */
  timezone: string;
};

/** Fields of the form, named as in the API. */
export type NumberValues = HoursValues & {
  number: string;
  integration_id: string | null;
  agent_id: string | null;
  fallback_number: string;
};

/** The fields of a number, or of a new one. */
export const numberValuesOf = (
  number: PhoneNumber | null,
  { accounts, timezone }: Choices,
): NumberValues => ({
  number: number?.number ?? "",
  integration_id: number?.integration_id ?? (accounts.length === 1 ? (accounts[0]?.id ?? null) : null),
  agent_id: number?.agent_id ?? null,
  ...hoursValuesOf(number?.hours ?? null, timezone),
  fallback_number: number?.fallback_number ?? "",
});

/** Client-side validation errors by field. */
export function numberProblemsOf(
  t: Translator<"numbers">,
  tHours: Translator<"common.hours">,
  values: NumberValues,
): Record<string, string | null> {
  const { number, integration_id } = values;
  return {
    number: number.trim() === "" ? t("numberMissing") : null,
    integration_id: integration_id === null ? t("accountMissing") : null,
    ...hoursProblemsOf(tHours, values),
  };
}

/** The body of the PATCH; the POST has the number too. */
export function numberBodyOf({ integration_id, agent_id, always, hours, fallback_number }: NumberValues) {
  const fallback = fallback_number.trim();
  return {
    integration_id,
    agent_id,
    hours: always ? null : hours,
    fallback_number: fallback === "" ? null : fallback,
  };
}
