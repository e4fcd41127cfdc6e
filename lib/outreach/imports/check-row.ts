import type { ParsedNumber } from "@/lib/contacts/contacts";
import { Attributes, MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE_TEXT, Name } from "@/lib/contacts/contacts/schema";
import { MAX_ATTRIBUTES } from "@/lib/contacts/contacts/values";
import { TimeZone } from "@/lib/platform/schema";
import { type ConsentRules, parseConsents } from "./check-consents";
import { expandObjects, parseConsentStates, parseSuppression } from "./check-exported";
import { type NumberRules, parseCountry, parsePhone } from "./check-number";
import type { Cell, Entry, FileRow, ReportProblem } from "./file-row";
import { type ImportProblem, importProblem } from "./problems";
import { isStorable } from "./storable";

/** Rules for reading rows. */
export type RowRules = ConsentRules & NumberRules;

/** Maximum variables of a row, as for a campaign's contact. */
const MAX_VARIABLES = 100;

/** Removes cells that cannot be stored, and reports them. */
function storableCells(cells: readonly Cell[], reportProblem: ReportProblem): Cell[] {
  return cells.filter(({ column, value, field }) => {
    if (field === "ignore") return false;
    if (isStorable(value) && isStorable(field)) return true;
    reportProblem({ column, ...importProblem("text_not_storable") });
    return false;
  });
}

type CellOf = (field: string) => Cell | undefined;

/** The cell of the full name; without one, the first and last name as one cell. */
function nameCell(cell: CellOf): Cell | undefined {
  const whole = cell("name");
  const parts = [cell("first_name"), cell("last_name")].filter((part) => part !== undefined);
  const [first] = parts;
  if (whole !== undefined || first === undefined) return whole;
  return { ...first, value: parts.map(({ value }) => String(value)).join(" ") };
}

function parseName(cell: Cell | undefined, reportProblem: ReportProblem): string | undefined {
  if (cell === undefined) return undefined;
  const parsed = Name.safeParse(cell.value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem =
    issue?.code === "too_big"
      ? importProblem("name_too_long", { max: Number(issue.maximum) })
      : importProblem("name_not_text");
  reportProblem({ column: cell.column, ...problem });
  return undefined;
}

function parseTimeZone(cell: Cell | undefined, reportProblem: ReportProblem): string | undefined {
  if (cell === undefined) return undefined;
  const parsed = TimeZone.safeParse(cell.value);
  if (parsed.success) return parsed.data;
  reportProblem({ column: cell.column, ...importProblem("zone_unknown") });
  return undefined;
}

const valueProblem = (value: unknown): ImportProblem =>
  typeof value === "string"
    ? importProblem("value_too_long", { max: MAX_ATTRIBUTE_TEXT, maxName: MAX_ATTRIBUTE_NAME })
    : importProblem("value_not_simple");

/**
 * Reads the cells of `attributes.…` or `variables.…` by the names after the dot. Invalid ones are reported.
 */
function parseNamedFields(
  cells: readonly Cell[],
  prefix: "attributes." | "variables.",
  reportProblem: ReportProblem,
): Attributes {
  const namedCells = cells.filter(({ field }) => field.startsWith(prefix));
  if (namedCells.length === 0) return {};
  const parsedFields = Attributes.safeParse(
    Object.fromEntries(namedCells.map(({ field, value }) => [field.slice(prefix.length), value])),
  );
  if (parsedFields.success) return parsedFields.data;
  const validFields: Attributes = {};
  for (const { field, column, value } of namedCells) {
    const parsed = Attributes.safeParse(Object.fromEntries([[field.slice(prefix.length), value]]));
    if (parsed.success) Object.assign(validFields, parsed.data);
    else reportProblem({ column, ...valueProblem(value) });
  }
  return validFields;
}

/**
 * Parses a row into an entry. Returns null if it has a problem. Problems are reported without the row's
 * values. `parsedNumber`: the row's number from an earlier reading.
 */
export function checkRow(
  { row, cells: parsedFields, surplus }: FileRow,
  rules: RowRules,
  reportProblem: ReportProblem,
  parsedNumber?: ParsedNumber,
): Entry | null {
  let hasProblem = false;
  const reportRowProblem: ReportProblem = (problem) => {
    hasProblem = true;
    reportProblem(problem);
  };
  if (surplus) reportRowProblem({ column: null, ...importProblem("row_too_wide") });
  const cells = storableCells(expandObjects(parsedFields, reportRowProblem), reportRowProblem);
  const cell: CellOf = (field) => cells.find((item) => item.field === field);
  const country = parseCountry(cell("region"), rules, reportRowProblem);
  const number = parsedNumber ?? parsePhone(cell("phone"), country, reportRowProblem);
  const name = parseName(nameCell(cell), reportRowProblem);
  // The zone of an exported contact may be derived from the number, as it will be again.
  const isDerivedZone = cell("timezone_source")?.value === "number";
  const timezone = isDerivedZone ? undefined : parseTimeZone(cell("timezone"), reportRowProblem);
  const attributes = parseNamedFields(cells, "attributes.", reportRowProblem);
  const variables = parseNamedFields(cells, "variables.", reportRowProblem);
  if (Object.keys(attributes).length > MAX_ATTRIBUTES)
    reportRowProblem({ column: null, ...importProblem("attributes_too_many", { max: MAX_ATTRIBUTES }) });
  const consents = [
    ...parseConsents(cells, rules, reportRowProblem),
    ...parseConsentStates(cell("consent_states"), rules, reportRowProblem),
  ];
  const suppression = parseSuppression(cell("suppression"), reportRowProblem);
  if (Object.keys(variables).length > MAX_VARIABLES)
    reportRowProblem({ column: null, ...importProblem("variables_too_many", { max: MAX_VARIABLES }) });
  if (number === null || hasProblem) return null;
  return {
    rows: [row],
    number,
    attributes,
    variables,
    consents,
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone }),
    ...(suppression !== undefined && { suppression }),
  };
}
