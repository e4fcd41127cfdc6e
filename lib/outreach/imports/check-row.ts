import { NUMBER_PROBLEMS, type NumberProblem, type ParsedNumber, parseNumber } from "@/lib/contacts/contacts";
import { Attributes, MAX_ATTRIBUTES, Name } from "@/lib/contacts/contacts/schema";
import { TimeZone } from "@/lib/platform/schema";
import { type ConsentRules, parseConsents } from "./check-consents";
import type { Cell, Entry, FileRow, ReportProblem } from "./file-row";

/** Rules for reading rows. */
export type RowRules = ConsentRules & { country?: string };

/** Maximum variables of a row, as for a campaign's contact. */
const MAX_VARIABLES = 100;

/** `=`, `@`, `-`, and `+` before anything but digits begin a formula, which a spreadsheet would evaluate. */
const FORMULA = /^(?:[=@-]|\+\s*[^\d\s(])/;
/** 1.21255E+10: the last digits are lost. */
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const PHONE_MESSAGES = {
  formula: "This cell is a formula. Write the number itself, as text.",
  rounded: "The spreadsheet has rounded this number. Make the column text, and write the number again.",
} as const;

function phoneProblem(text: string): { code: string; message: string } | null {
  if (FORMULA.test(text)) return { code: "formula", message: PHONE_MESSAGES.formula };
  if (ROUNDED.test(text)) return { code: "rounded", message: PHONE_MESSAGES.rounded };
  return null;
}

const numberProblem = (code: NumberProblem): { code: string; message: string } => ({
  code,
  message:
    code === "no_country"
      ? "Write the number with its country code, such as +12125550123, or set the parameter country."
      : NUMBER_PROBLEMS[code],
});

function parsePhone(
  cell: Cell | undefined,
  { country }: RowRules,
  reportProblem: ReportProblem,
): ParsedNumber | null {
  if (cell === undefined) {
    reportProblem({ column: "phone", code: "required", message: "This row has no number." });
    return null;
  }
  const text = typeof cell.value === "number" ? String(cell.value) : cell.value;
  if (typeof text !== "string") {
    reportProblem({ column: cell.column, code: "invalid_type", message: "Write the number as text." });
    return null;
  }
  const parsed = parseNumber(text, country);
  if (parsed.ok && !FORMULA.test(text)) return parsed.number;
  const problem = phoneProblem(text) ?? (parsed.ok ? null : numberProblem(parsed.code));
  if (problem !== null) reportProblem({ column: cell.column, ...problem });
  return null;
}

/** Whether PostgreSQL can store a value unchanged. */
const isStorable = (value: unknown): boolean =>
  typeof value === "string"
    ? !value.includes("\0") && value.isWellFormed()
    : !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));

/** Removes cells that cannot be stored, and reports them. */
function storableCells(cells: readonly Cell[], reportProblem: ReportProblem): Cell[] {
  return cells.filter(({ column, value, field }) => {
    if (isStorable(value) && isStorable(field)) return true;
    reportProblem({ column, code: "invalid_text", message: "Remove NUL characters and lone surrogates." });
    return false;
  });
}

function parseName(cell: Cell | undefined, reportProblem: ReportProblem): string | undefined {
  if (cell === undefined) return undefined;
  const parsed = Name.safeParse(cell.value);
  if (parsed.success) return parsed.data;
  reportProblem({
    column: cell.column,
    code: "too_long",
    message: parsed.error.issues[0]?.message ?? "Write a name.",
  });
  return undefined;
}

function parseTimeZone(cell: Cell | undefined, reportProblem: ReportProblem): string | undefined {
  if (cell === undefined) return undefined;
  const parsed = TimeZone.safeParse(cell.value);
  if (parsed.success) return parsed.data;
  reportProblem({
    column: cell.column,
    code: "unknown_timezone",
    message: "Use an IANA time zone such as America/New_York.",
  });
  return undefined;
}

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
    else
      reportProblem({
        column,
        code: typeof value === "string" ? "too_long" : "invalid_type",
        message: "Use a text of at most 1,000 characters, a number or a boolean, under a name of at most 64.",
      });
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
  if (surplus)
    reportRowProblem({
      column: null,
      code: "too_many_columns",
      message: "The row has more cells than the header.",
    });
  const cells = storableCells(parsedFields, reportRowProblem);
  const cell = (field: string) => cells.find((item) => item.field === field);
  const number = parsedNumber ?? parsePhone(cell("phone"), rules, reportRowProblem);
  const name = parseName(cell("name"), reportRowProblem);
  const timezone = parseTimeZone(cell("timezone"), reportRowProblem);
  const attributes = parseNamedFields(cells, "attributes.", reportRowProblem);
  const variables = parseNamedFields(cells, "variables.", reportRowProblem);
  if (Object.keys(attributes).length > MAX_ATTRIBUTES)
    reportRowProblem({
      column: null,
      code: "too_many",
      message: `Use at most ${MAX_ATTRIBUTES} attributes.`,
    });
  const consents = parseConsents(cells, rules, reportRowProblem);
  if (Object.keys(variables).length > MAX_VARIABLES)
    reportRowProblem({ column: null, code: "too_many", message: `Use at most ${MAX_VARIABLES} variables.` });
  if (number === null || hasProblem) return null;
  return {
    row,
    number,
    attributes,
    variables,
    consents,
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone }),
  };
}
