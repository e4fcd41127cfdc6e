import { type ParsedNumber, parseNumber } from "@/lib/contacts/contacts";
import type { Cell, ReportProblem } from "./file-row";
import { type ImportProblem, importProblem, numberProblem } from "./problems";

/** Rules for reading numbers. `country`: two letters, for numbers without a country code. */
export type NumberRules = { country?: string };

/** `=`, `@`, `-`, and `+` before anything but digits begin a formula, which a spreadsheet would evaluate. */
const FORMULA = /^(?:[=@-]|\+\s*[^\d\s(])/;
/** 1.21255E+10: the last digits are lost. */
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

function phoneProblem(text: string): ImportProblem | null {
  if (FORMULA.test(text)) return importProblem("number_formula");
  return ROUNDED.test(text) ? importProblem("number_rounded") : null;
}

/** ISO 3166: a country, or a part of one such as `US-CA`. */
const REGION = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;

/** The country of a number without a country code: the row's, else the file's. */
export function parseCountry(
  cell: Cell | undefined,
  { country }: NumberRules,
  reportProblem: ReportProblem,
): string | undefined {
  if (cell === undefined) return country;
  const [, code] = REGION.exec(String(cell.value).toUpperCase()) ?? [];
  if (code === undefined) reportProblem({ column: cell.column, ...importProblem("region_unknown") });
  return code;
}

/** Parses a row's number. `country`: the country of a number without a country code. */
export function parsePhone(
  cell: Cell | undefined,
  country: string | undefined,
  reportProblem: ReportProblem,
): ParsedNumber | null {
  if (cell === undefined) {
    reportProblem({ column: null, ...importProblem("number_missing") });
    return null;
  }
  const text = typeof cell.value === "number" ? String(cell.value) : cell.value;
  if (typeof text !== "string") {
    reportProblem({ column: cell.column, ...importProblem("number_not_text") });
    return null;
  }
  const parsed = parseNumber(text, country);
  if (parsed.ok && !FORMULA.test(text)) return parsed.number;
  const problem = phoneProblem(text) ?? (parsed.ok ? null : numberProblem(parsed.code));
  if (problem !== null) reportProblem({ column: cell.column, ...problem });
  return null;
}
