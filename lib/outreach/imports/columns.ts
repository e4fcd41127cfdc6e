import { CONSENT_KEYS } from "@/lib/contacts/consent/schema";
import type { ErrorDetail } from "@/lib/platform/errors";

/** What a column may hold. `consent.informational.call` says yes or no; `consents` is a list of JSON alone. */
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
const OPEN = /^(attributes|variables)\.(.{1,64})$/u;
export const isField = (field: string): boolean => FIELDS.has(field) || OPEN.test(field);

/** Headers that say of themselves what they hold, in lower case with `_` between the words. */
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

const plain = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_");

/** What a column holds by its mapping, else by its name; null: nothing that is taken in. */
export function fieldOf(header: string, mapping: ReadonlyMap<string, Field>): Field | null {
  const mapped = mapping.get(header.trim());
  if (mapped !== undefined) return mapped === "ignore" ? null : mapped;
  const known = WELL_KNOWN.get(plain(header));
  if (known !== undefined) return known;
  return OPEN.test(header.trim()) ? header.trim() : null;
}

function pairsOf(text: string): [string, unknown][] | null {
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

const FORM =
  'Use column:field pairs with commas between them, or a JSON object, such as {"Tel.": "phone", "Plan": "attributes.plan"}.';

/** The parameter `mapping` as fields by column, or what is wrong with it. */
export function readMapping(
  text: string | undefined,
): { mapping: Record<string, Field> } | { problem: ErrorDetail } {
  const pairs = text === undefined ? [] : pairsOf(text);
  const problem = (code: string, message: string) => ({
    problem: { in: "query" as const, pointer: "/mapping", code, message },
  });
  if (pairs === null) return problem("invalid_format", FORM);
  const mapping: Record<string, Field> = {};
  for (const [column, field] of pairs) {
    if (column.trim() === "") return problem("invalid_format", FORM);
    if (typeof field !== "string" || !isField(field))
      return problem(
        "unknown_field",
        `Use the fields phone, name, timezone, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence, ignore.`,
      );
    mapping[column.trim()] = field;
  }
  return { mapping };
}
