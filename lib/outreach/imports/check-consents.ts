import { NewConsent } from "@/lib/contacts/consent/schema";
import { CONSENT_KEYS, type ConsentKey } from "@/lib/contacts/consent/values";
import type { Cell, ReportProblem, StatedConsent } from "./file-row";
import { type ImportProblem, importProblem } from "./problems";

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

/** The problem of an invalid consent. */
function consentProblem({ code, path, maximum }: ConsentIssue): ImportProblem {
  if (path[0] === "at") return importProblem("consent_date_invalid");
  return code === "too_big" && maximum !== undefined
    ? importProblem("consent_text_too_long", { max: Number(maximum) })
    : importProblem("consent_incomplete");
}
type ConsentIssue = {
  code: string | undefined;
  path: readonly PropertyKey[];
  maximum?: number | bigint | undefined;
};
const INCOMPLETE: ConsentIssue = { code: undefined, path: [] };

/**
 * Parses one consent. A problem is reported without quoting the value, for the column of the field: `columnOf` names it.
 */
export function parseConsent(
  input: unknown,
  columnOf: (field: string) => string,
  { now }: ConsentRules,
  reportProblem: ReportProblem,
): NewConsent | null {
  const parsed = NewConsent.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0] ?? INCOMPLETE;
    reportProblem({ column: columnOf(String(issue.path[0])), ...consentProblem(issue) });
    return null;
  }
  if (parsed.data.at !== undefined && Date.parse(parsed.data.at) > Date.parse(now) + MAX_CLOCK_SKEW_MS) {
    reportProblem({ column: columnOf("at"), ...importProblem("consent_in_future") });
    return null;
  }
  return parsed.data;
}

const KEYS = CONSENT_KEYS.map((key) => ({ key, field: `consent.${key.replace(":", ".")}` }));

/** Several consents of a row share a date, whose problem is reported once. */
function reportOnce(reportProblem: ReportProblem): ReportProblem {
  const reported = new Set<string>();
  return (problem) => {
    const key = JSON.stringify([problem.column, problem.reason]);
    if (!reported.has(key)) reportProblem(problem);
    reported.add(key);
  };
}

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
  const reportShared = reportOnce(reportProblem);
  const source = shared.source ?? rules.consent_source;
  return consentCells.flatMap(({ key, cell: { column, value } }) => {
    const text = String(value);
    const granted = GRANTED.test(text) ? true : REVOKED.test(text) ? false : null;
    if (granted === null) {
      reportProblem({ column, ...importProblem("consent_answer_unknown") });
      return [];
    }
    if (source === undefined) {
      reportProblem({ column, ...importProblem("consent_source_missing") });
      return [];
    }
    const [purpose, channel] = key.split(":");
    const entry = parseConsent(
      { purpose, channel, granted, ...withoutUndefined({ ...shared, source }) },
      (name) => cells.find((cell) => cell.field === `consent_${name}`)?.column ?? column,
      rules,
      reportShared,
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
    reportProblem({ column: cell.column, ...importProblem("consents_not_list", { max: MAX_CONSENTS }) });
    return [];
  }
  return cell.value.flatMap((channel: unknown) => {
    const entry = parseConsent(channel, () => cell.column, rules, reportProblem);
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
