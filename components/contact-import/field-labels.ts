import type { ConsentChannel, ConsentPurpose } from "@/lib/contacts/consent/schema";
import { CONSENT_KEYS, type ConsentKey } from "@/lib/contacts/consent/values";
import type { Translator } from "@/messages/translator";

/** The purpose and channel of a consent. */
export function consentParts(key: ConsentKey): { purpose: ConsentPurpose; channel: ConsentChannel } {
  const [purpose, channel] = key.split(":") as [ConsentPurpose, ConsentChannel];
  return { purpose, channel };
}

const CONTACT = ["phone", "name", "first_name", "last_name", "timezone", "region"] as const;
const CONSENT_DETAILS = ["consent_source", "consent_at", "consent_wording", "consent_evidence"] as const;
/** Fields of whole objects, which Parley's exports and JSON have. */
const OBJECTS = [
  "attributes",
  "variables",
  "consents",
  "consent_states",
  "suppression",
  "timezone_source",
] as const;
const IGNORED = "ignore";
const NAMED = [...CONTACT, ...CONSENT_DETAILS, ...OBJECTS, IGNORED] as const;

const consentField = (key: ConsentKey): string => `consent.${key.replace(":", ".")}`;

/** The name of an import field. */
export function fieldLabel(t: Translator<"contacts">, field: string): string {
  const [kind, ...path] = field.split(".");
  const name = path.join(".");
  if (kind === "attributes" && name !== "") return t("field.attribute", { name });
  if (kind === "variables" && name !== "") return t("field.variable", { name });
  const consent = CONSENT_KEYS.find((key) => consentField(key) === field);
  if (consent !== undefined) {
    const { purpose, channel } = consentParts(consent);
    return t(`field.consent.${purpose}.${channel}`);
  }
  const named = NAMED.find((candidate) => candidate === field);
  return named === undefined ? field : t(`field.${named}`);
}

type Option = { value: string; label: string };

/**
 * The fields to which a column can be mapped, in groups. `current` is the column's field, `attribute` its
 * name as an attribute, and `variables` are those of the campaign's agent.
 */
export function fieldOptions(
  t: Translator<"contacts">,
  { field: current, attribute }: { field: string; attribute: string },
  variables: readonly string[],
): { group: string; items: Option[] }[] {
  const optionsOf = (fields: readonly string[]): Option[] =>
    fields.map((value) => ({ value, label: fieldLabel(t, value) }));
  const groups = [
    { group: t("field.group.contact"), items: optionsOf(CONTACT) },
    { group: t("field.group.data"), items: optionsOf([`attributes.${attribute}`, IGNORED]) },
    { group: t("field.group.campaign"), items: optionsOf(variables.map((name) => `variables.${name}`)) },
    {
      group: t("field.group.consent"),
      items: optionsOf([...CONSENT_KEYS.map(consentField), ...CONSENT_DETAILS]),
    },
  ].filter(({ items }) => items.length > 0);
  const isOffered = groups.some(({ items }) => items.some(({ value }) => value === current));
  return isOffered ? groups : [{ group: t("field.group.suggested"), items: optionsOf([current]) }, ...groups];
}
