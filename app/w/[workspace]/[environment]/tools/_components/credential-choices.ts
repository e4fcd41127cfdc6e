import type { Integration } from "@/lib/agents/integrations/schema";
import type { CredentialChoice } from "./request-fields";

/** Kinds of credentials for a tool's requests; other kinds have separate uses. */
const KINDS: Partial<Record<Integration["kind"], string>> = {
  bearer: "bearer token",
  basic: "user and password",
  header: "header",
};

/** The credentials that a tool may name, with the one that it names though it is no longer connected. */
export function credentialChoices(
  integrations: readonly Integration[],
  named: string | null,
): CredentialChoice[] {
  const choices = integrations
    .filter(({ kind }) => KINDS[kind] !== undefined)
    .map(({ id, name, kind, environment }) => ({
      value: id,
      label: `${name} (${KINDS[kind]}, ${environment})`,
    }));
  const isGone = named !== null && !choices.some(({ value }) => value === named);
  return isGone ? [...choices, { value: named, label: "No longer connected" }] : choices;
}
