import { CONSENT_KEYS, type ConsentKey, NewConsent } from "@/lib/contacts/consent/schema";
import type { Cell, Note, Stated } from "./row";

/** How a row's consents are read. */
export type ConsentRules = {
  /** RFC 3339: nothing lies ahead of it. */
  now: string;
  consent_source?: string;
  attest?: "true" | "false";
};

/** Clocks of clients run ahead a little. */
const MAX_AHEAD_MS = 60_000;
/** As many as a contact may be made with. */
const MAX_CONSENTS = 20;

const GRANTED = /^(granted|yes|y|true|1)$/i;
const REVOKED = /^(revoked|no|n|false|0)$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What every entry of a row shares. A day alone begins at midnight UTC. */
function sharedOf(cells: readonly Cell[]) {
  const text = (field: string): string | undefined => {
    const value = cells.find((one) => one.field === field)?.value;
    return value === undefined ? undefined : String(value);
  };
  const at = text("consent_at");
  return {
    source: text("consent_source"),
    wording: text("consent_wording"),
    evidence: text("consent_evidence"),
    at: at !== undefined && DATE.test(at) ? `${at}T00:00:00Z` : at,
  };
}

const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Reads one entry; what is wrong with it is noted at its column, and again never in its own words. */
function entryOf(input: unknown, column: string, { now }: ConsentRules, note: Note): NewConsent | null {
  const read = NewConsent.safeParse(input);
  if (!read.success) {
    const [issue] = read.error.issues;
    const [field = "consents"] = issue?.path ?? [];
    note({
      column,
      code: "invalid_consent",
      message: `This consent does not fit at ${CONSENT_FIELDS.has(String(field)) ? String(field) : "a field that is not known"}.`,
    });
    return null;
  }
  if (read.data.at !== undefined && Date.parse(read.data.at) > Date.parse(now) + MAX_AHEAD_MS) {
    note({
      column,
      code: "in_the_future",
      message: "Say when it was given or taken back: not ahead of now.",
    });
    return null;
  }
  return read.data;
}
const CONSENT_FIELDS = new Set([
  "purpose",
  "channel",
  "granted",
  "source",
  "wording",
  "evidence",
  "at",
  "consents",
]);

const KEYS = CONSENT_KEYS.map((key) => ({ key, field: `consent.${key.replace(":", ".")}` }));

/** The columns `consent.<purpose>.<channel>`. */
function fromColumns(cells: readonly Cell[], rules: ConsentRules, note: Note): Stated[] {
  if (!cells.some(({ field }) => field.startsWith("consent."))) return [];
  const said = KEYS.flatMap(({ key, field }) => {
    const cell = cells.find((one) => one.field === field);
    return cell === undefined ? [] : [{ key, cell }];
  });
  if (said.length === 0) return [];
  const shared = sharedOf(cells);
  const source = shared.source ?? rules.consent_source;
  return said.flatMap(({ key, cell: { column, value } }) => {
    const text = String(value);
    const granted = GRANTED.test(text) ? true : REVOKED.test(text) ? false : null;
    if (granted === null) {
      note({
        column,
        code: "invalid_consent",
        message: "Write granted or revoked, yes or no, or leave it empty.",
      });
      return [];
    }
    if (source === undefined) {
      note({
        column,
        code: "no_consent_source",
        message: "Say where it comes from: in a column consent_source, or in the parameter consent_source.",
      });
      return [];
    }
    const [purpose, channel] = key.split(":");
    const entry = entryOf(
      { purpose, channel, granted, ...defined({ ...shared, source }) },
      column,
      rules,
      note,
    );
    const attested = shared.source === undefined && rules.attest === "true";
    return entry === null ? [] : [{ key, entry, attested }];
  });
}

/** The list `consents` of a JSON element, as `POST /v1/contacts` takes it. */
function fromList(cell: Cell | undefined, rules: ConsentRules, note: Note): Stated[] {
  if (cell === undefined) return [];
  if (!Array.isArray(cell.value) || cell.value.length > MAX_CONSENTS) {
    const message = `Send a list of at most ${MAX_CONSENTS} consents.`;
    note({ column: cell.column, code: "invalid_consent", message });
    return [];
  }
  return cell.value.flatMap((one: unknown) => {
    const entry = entryOf(one, cell.column, rules, note);
    if (entry === null) return [];
    const key: ConsentKey = `${entry.purpose}:${entry.channel}`;
    return [{ key, entry, attested: false }];
  });
}

/** What a row says of consent. */
export const consentsOf = (cells: readonly Cell[], rules: ConsentRules, note: Note): Stated[] => [
  ...fromColumns(cells, rules, note),
  ...fromList(
    cells.find(({ field }) => field === "consents"),
    rules,
    note,
  ),
];
