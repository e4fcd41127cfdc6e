import type { Integration } from "@/lib/agents/integrations/schema";
import type { Translator } from "@/messages/translator";
import type { CredentialChoice } from "./request-fields";

/** Kinds of credentials for a tool's requests; other kinds have separate uses. */
const KINDS = ["bearer", "basic", "header", "oauth2"] as const satisfies readonly Integration["kind"][];

/** The credentials that a tool can use, and its current credential if that is no longer connected. */
export function credentialChoices(
  t: Translator<"tools.credential">,
  integrations: readonly Integration[],
  selectedId: string | null,
): CredentialChoice[] {
  const choices = integrations.flatMap(({ id, name, kind, environment }) => {
    const credentialKind = KINDS.find((candidate) => candidate === kind);
    return credentialKind === undefined
      ? []
      : [{ value: id, label: t(credentialKind, { name, environment }) }];
  });
  const isDisconnected = selectedId !== null && !choices.some(({ value }) => value === selectedId);
  return isDisconnected ? [...choices, { value: selectedId, label: t("disconnected") }] : choices;
}
