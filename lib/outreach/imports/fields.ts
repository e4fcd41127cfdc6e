import { CONSENT_KEYS } from "@/lib/contacts/consent/values";

/**
 * The field that a column holds. `consent.informational.call` is a yes or no. `ignore` imports nothing. Some
 * fields exist only in JSON (`NESTED_FIELDS`) or in Parley's own exports (`EXPORT_FIELDS`).
 */
export type Field = string;

/** The fields that a mapping can name, besides `attributes.…` and `variables.…`. */
const FIELDS: ReadonlySet<string> = new Set([
  "phone",
  "name",
  "first_name",
  "last_name",
  "timezone",
  "region",
  "attributes",
  "consent_source",
  "consent_at",
  "consent_wording",
  "consent_evidence",
  "ignore",
  ...CONSENT_KEYS.map((key) => `consent.${key.replace(":", ".")}`),
]);

/** Maximum characters of an attribute's name, as in the schema of contacts. */
const MAX_NAME = 64;
const NAMED_FIELD = /^(attributes|variables)\.(.{1,64})$/u;

/** Whether the text names a field. zod omits the key `__proto__`, so an attribute cannot have that name. */
export const isField = (field: string): boolean =>
  FIELDS.has(field) || (NAMED_FIELD.test(field) && !field.endsWith(".__proto__"));

/** The objects and the list of `POST /v1/contacts`, in JSON. */
export const NESTED_FIELDS: readonly Field[] = ["attributes", "variables", "consents"];

/** The columns of Parley's own exports of contacts with their fields. `ignore`: Parley sets the value. */
export const EXPORT_FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    id: "ignore",
    phone: "phone",
    name: "name",
    timezone: "timezone",
    timezone_source: "timezone_source",
    region: "region",
    attributes: "attributes",
    suppression: "suppression",
    consent: "consent_states",
    legal_hold: "ignore",
    created_at: "ignore",
  }),
);

/** Whether the columns are those of an export of contacts, possibly with others. */
export const isExportHeader = (names: readonly string[]): boolean =>
  [...EXPORT_FIELDS.keys()].every((name) => names.includes(name));

/** The first columns of a file of rejected rows, which an import ignores when the file is sent again. */
export const REJECTED_COLUMNS = ["line", "error"] as const;
export const hasRejectedColumns = (names: readonly string[]): boolean =>
  REJECTED_COLUMNS.every((name, index) => names[index] === name);

const NO_WORD = /[^\p{L}\p{N}]+/u;
/** A header's words in lower case, joined by `_`. Empty if it has none. */
export const normalizeHeader = (header: string): string =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .split(NO_WORD)
    .filter((word) => word !== "")
    .join("_");

/** The name of the attribute that stores a column without a known field. */
export const attributeName = (header: string): string =>
  normalizeHeader(header).slice(0, MAX_NAME).toWellFormed() || "column";

/** Common spellings of headers, normalized, by field. */
const SPELLINGS: Readonly<Record<Field, string>> = {
  phone:
    "phone_number phone_no telephone telephone_number tel tel_no mobile mobile_phone mobile_number mobile_no " +
    "cell cell_phone cellphone cell_number contact_number primary_phone msisdn number",
  name: "full_name fullname contact_name customer_name display_name",
  first_name: "firstname given_name forename fname",
  last_name: "lastname surname family_name lname",
  timezone: "time_zone tz",
  "attributes.email": "email e_mail email_address e_mail_address mail",
  "attributes.company": "company company_name organization",
  "attributes.zip": "zip zip_code zipcode postal_code postcode",
};

/** Fields whose name is too common in other systems to be recognized as a header. */
const NOT_HEADERS: ReadonlySet<Field> = new Set(["ignore", "region", "attributes"]);

const WELL_KNOWN: ReadonlyMap<string, Field> = new Map([
  ...CONSENT_KEYS.map((key): [string, Field] => [normalizeHeader(key), `consent.${key.replace(":", ".")}`]),
  ...Object.entries(SPELLINGS).flatMap(([field, names]) =>
    names.split(" ").map((name): [string, Field] => [name, field]),
  ),
]);
const EXACT: ReadonlyMap<string, Field> = new Map(
  [...FIELDS]
    .filter((field) => !NOT_HEADERS.has(field))
    .map((field): [string, Field] => [normalizeHeader(field), field]),
);

/** The field that a header names itself, such as `Phone` or `attributes.plan`; undefined if it names none. */
export function namedField(header: string): Field | undefined {
  if (NAMED_FIELD.test(header) && isField(header)) return header;
  return EXACT.get(normalizeHeader(header));
}

/** The field of a common spelling, such as `Mobile` or `Surname`, also British; undefined for other headers. */
export const spelledField = (header: string): Field | undefined =>
  WELL_KNOWN.get(normalizeHeader(header).replace("isation", "ization"));
