import { NewConsent } from "@/lib/contacts/consent/schema";
import { CONSENT_KEYS, type ConsentKey } from "@/lib/contacts/consent/values";
import type { Cell, ReportProblem, StatedConsent } from "./file-row";

/** Rules for reading a row's consents. */
export type ConsentRules = {
  /** RFC 3339. A consent cannot be later than this. */
  now: string;
  consent_source?: string;
  attest?: "true" | "false";
};

/** Clients' clocks may be ahead by this much. */
const MAX_CLOCK_SKEW_MS = 60_000;
/** The same limit as for creating a contact. */
const MAX_CONSENTS = 20;

const GRANTED = /^(granted|yes|y|true|1)$/i;
const REVOKED = /^(revoked|no|n|false|0)$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The fields that all consents of a row share. A date without a time means midnight UTC. */
function sharedFields(cells: readonly Cell[]) {
  const text = (field: string): string | undefined => {
    const value = cells.find((cell) => cell.field === field)?.value;
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

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Parses one consent. A problem is reported for its column, without quoting the value. */
export function parseConsent(
  input: unknown,
  column: string,
  { now }: ConsentRules,
  reportProblem: ReportProblem,
): NewConsent | null {
  const parsed = NewConsent.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [field = "consents"] = issue?.path ?? [];
    reportProblem({
      column,
      code: "invalid_consent",
      message: `This consent has an invalid value in ${CONSENT_FIELDS.has(String(field)) ? String(field) : "an unknown field"}.`,
    });
    return null;
  }
  if (parsed.data.at !== undefined && Date.parse(parsed.data.at) > Date.parse(now) + MAX_CLOCK_SKEW_MS) {
    reportProblem({
      column,
      code: "in_the_future",
      message: "The time of a consent cannot be in the future.",
    });
    return null;
  }
  return parsed.data;
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

/** Reads the columns `consent.<purpose>.<channel>`. */
function consentsFromColumns(
  cells: readonly Cell[],
  rules: ConsentRules,
  reportProblem: ReportProblem,
): StatedConsent[] {
  if (!cells.some(({ field }) => field.startsWith("consent."))) return [];
  const consentCells = KEYS.flatMap(({ key, field }) => {
    const cell = cells.find((item) => item.field === field);
    return cell === undefined ? [] : [{ key, cell }];
  });
  if (consentCells.length === 0) return [];
  const shared = sharedFields(cells);
  const source = shared.source ?? rules.consent_source;
  return consentCells.flatMap(({ key, cell: { column, value } }) => {
    const text = String(value);
    const granted = GRANTED.test(text) ? true : REVOKED.test(text) ? false : null;
    if (granted === null) {
      reportProblem({
        column,
        code: "invalid_consent",
        message: "Write granted or revoked, yes or no, or leave it empty.",
      });
      return [];
    }
    if (source === undefined) {
      reportProblem({
        column,
        code: "no_consent_source",
        message:
          "State the source of the consent in a column consent_source, or in the parameter consent_source.",
      });
      return [];
    }
    const [purpose, channel] = key.split(":");
    const entry = parseConsent(
      { purpose, channel, granted, ...withoutUndefined({ ...shared, source }) },
      column,
      rules,
      reportProblem,
    );
    const attested = shared.source === undefined && rules.attest === "true";
    return entry === null ? [] : [{ key, entry, attested }];
  });
}

/** Reads the list `consents` of a JSON element, in the format of `POST /v1/contacts`. */
function consentsFromList(
  cell: Cell | undefined,
  rules: ConsentRules,
  reportProblem: ReportProblem,
): StatedConsent[] {
  if (cell === undefined) return [];
  if (!Array.isArray(cell.value) || cell.value.length > MAX_CONSENTS) {
    const message = `Send a list of at most ${MAX_CONSENTS} consents.`;
    reportProblem({ column: cell.column, code: "invalid_consent", message });
    return [];
  }
  return cell.value.flatMap((channel: unknown) => {
    const entry = parseConsent(channel, cell.column, rules, reportProblem);
    if (entry === null) return [];
    const key: ConsentKey = `${entry.purpose}:${entry.channel}`;
    return [{ key, entry, attested: false }];
  });
}

/** Reads all consents of a row. */
export const parseConsents = (
  cells: readonly Cell[],
  rules: ConsentRules,
  reportProblem: ReportProblem,
): StatedConsent[] => [
  ...consentsFromColumns(cells, rules, reportProblem),
  ...consentsFromList(
    cells.find(({ field }) => field === "consents"),
    rules,
    reportProblem,
  ),
];
