import {
  CONSENT_KEYS,
  type ConsentChannel,
  type ConsentKey,
  type ConsentPurpose,
} from "@/lib/contacts/consent/schema";

const PURPOSES: Readonly<Record<ConsentPurpose, string>> = {
  informational: "information",
  telemarketing: "telemarketing",
  recording: "being recorded",
};
const CHANNELS: Readonly<Record<ConsentChannel, string>> = { call: "by calls", text: "by texts" };

/** The subject of a consent, such as "information by calls". */
export function consentLabel(key: ConsentKey): string {
  const [purpose, channel] = key.split(":") as [ConsentPurpose, ConsentChannel];
  return `${PURPOSES[purpose]} ${CHANNELS[channel]}`;
}

const CONTACT: Readonly<Record<string, string>> = {
  phone: "Phone number",
  name: "Full name",
  first_name: "First name",
  last_name: "Last name",
  timezone: "Time zone",
  region: "Country of the number",
};
const CONSENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    CONSENT_KEYS.map((key) => [`consent.${key.replace(":", ".")}`, `Consent to ${consentLabel(key)}`]),
  ),
  consent_source: "Consent source",
  consent_at: "Consent date",
  consent_wording: "Consent wording",
  consent_evidence: "Consent evidence",
};
/** Fields of whole objects, which Parley's exports and JSON have. */
const OBJECTS: Readonly<Record<string, string>> = {
  attributes: "Attributes",
  variables: "Campaign values",
  consents: "Consents",
  consent_states: "Consents",
  suppression: "Suppression",
  timezone_source: "Source of the time zone",
};
const IGNORED: Readonly<Record<string, string>> = { ignore: "Do not import" };
const LABELS: Readonly<Record<string, string>> = { ...CONTACT, ...CONSENT, ...OBJECTS, ...IGNORED };

/** The name of an import field. */
export function fieldLabel(field: string): string {
  const [kind, ...name] = field.split(".");
  if (kind === "attributes" && name.length > 0) return `Attribute “${name.join(".")}”`;
  if (kind === "variables" && name.length > 0) return `Campaign value “${name.join(".")}”`;
  return LABELS[field] ?? field;
}

type Option = { value: string; label: string };
const optionsOf = (fields: readonly string[]): Option[] =>
  fields.map((value) => ({ value, label: fieldLabel(value) }));

/**
 * The fields to which a column can be mapped, in groups. `current` is the column's field, `attribute` its
 * name as an attribute, and `variables` are those of the campaign's agent.
 */
export function fieldOptions(
  { field: current, attribute }: { field: string; attribute: string },
  variables: readonly string[],
): { group: string; items: Option[] }[] {
  const groups = [
    { group: "Contact", items: optionsOf(Object.keys(CONTACT)) },
    { group: "Other data", items: optionsOf([`attributes.${attribute}`, ...Object.keys(IGNORED)]) },
    { group: "Campaign", items: optionsOf(variables.map((name) => `variables.${name}`)) },
    { group: "Consent", items: optionsOf(Object.keys(CONSENT)) },
  ].filter(({ items }) => items.length > 0);
  const isOffered = groups.some(({ items }) => items.some(({ value }) => value === current));
  return isOffered ? groups : [{ group: "Suggested", items: optionsOf([current]) }, ...groups];
}
