import { CONSENT_KEYS } from "@/lib/contacts/consent/schema";
import type { ErrorDetail } from "@/lib/platform/errors";

/**
 * The field that a column holds. `consent.informational.call` is a yes or no; the list `consents` exists only
 * in JSON.
 */
export type Field = string;

const FIELDS: ReadonlySet<string> = new Set([
  "phone",
  "name",
  "timezone",
  "consent_source",
  "consent_at",
  "consent_wording",
  "consent_evidence",
  "ignore",
  ...CONSENT_KEYS.map((key) => `consent.${key.replace(":", ".")}`),
]);
const NAMED_FIELD = /^(attributes|variables)\.(.{1,64})$/u;
export const isField = (field: string): boolean => FIELDS.has(field) || NAMED_FIELD.test(field);

/** Well-known headers, in lower case with `_` between the words. */
const WELL_KNOWN = new Map<string, Field>(
  Object.entries({
    ...Object.fromEntries([...FIELDS].filter((field) => field !== "ignore").map((field) => [field, field])),
    ...Object.fromEntries(CONSENT_KEYS.map((key) => [key, `consent.${key.replace(":", ".")}`])),
    phone_number: "phone",
    telephone: "phone",
    telephone_number: "phone",
    tel: "phone",
    mobile: "phone",
    mobile_phone: "phone",
    mobile_number: "phone",
    cell: "phone",
    cell_phone: "phone",
    msisdn: "phone",
    number: "phone",
    full_name: "name",
    contact_name: "name",
    time_zone: "timezone",
    tz: "timezone",
  }),
);

const normalizeHeader = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_");

/** Returns a column's field by the mapping, else by its name. Null: the column is ignored. */
export function fieldOfColumn(header: string, mapping: ReadonlyMap<string, Field>): Field | null {
  const mapped = mapping.get(header.trim());
  if (mapped !== undefined) return mapped === "ignore" ? null : mapped;
  const wellKnownField = WELL_KNOWN.get(normalizeHeader(header));
  if (wellKnownField !== undefined) return wellKnownField;
  return NAMED_FIELD.test(header.trim()) ? header.trim() : null;
}

function parsePairs(text: string): [string, unknown][] | null {
  if (text.trimStart().startsWith("{")) {
    try {
      return Object.entries(JSON.parse(text) as object);
    } catch {
      return null;
    }
  }
  return text.split(",").map((pair): [string, string] => {
    const colon = pair.lastIndexOf(":");
    return [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1).trim()];
  });
}

const FORMAT_MESSAGE =
  'Use column:field pairs with commas between them, or a JSON object, such as {"Tel.": "phone", "Plan": "attributes.plan"}.';

/** Parses the parameter `mapping` into fields by column. Returns a problem if it is invalid. */
export function parseMapping(
  text: string | undefined,
): { mapping: Record<string, Field> } | { problem: ErrorDetail } {
  const pairs = text === undefined ? [] : parsePairs(text);
  const problem = (code: string, message: string) => ({
    problem: { in: "query" as const, pointer: "/mapping", code, message },
  });
  if (pairs === null) return problem("invalid_format", FORMAT_MESSAGE);
  const mapping: Record<string, Field> = {};
  for (const [column, field] of pairs) {
    if (column.trim() === "") return problem("invalid_format", FORMAT_MESSAGE);
    if (typeof field !== "string" || !isField(field))
      return problem(
        "unknown_field",
        `Use the fields phone, name, timezone, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence, ignore.`,
      );
    mapping[column.trim()] = field;
  }
  return { mapping };
}
