import type { Integration } from "@/lib/integrations/schema";
import type { CredentialChoice } from "./request-fields";

const KINDS = {
  bearer: "bearer token",
  basic: "user and password",
  header: "header",
  model: "model",
  twilio: "Twilio account",
} as const;

/** The credentials that a tool may name, with the one that it names though it is no longer connected. */
export function credentialChoices(
  integrations: readonly Integration[],
  named: string | null,
): CredentialChoice[] {
  const choices = integrations
    .filter(({ kind }) => kind !== "model" && kind !== "twilio")
    .map(({ id, name, kind, environment }) => ({
      value: id,
      label: `${name} (${KINDS[kind]}, ${environment})`,
    }));
  const isGone = named !== null && !choices.some(({ value }) => value === named);
  return isGone ? [...choices, { value: named, label: "No longer connected" }] : choices;
}
