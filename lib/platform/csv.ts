import { stringify } from "csv-stringify/sync";

/**
 * Text that a spreadsheet would take for a formula: it begins with = + - @ (also in fullwidth forms), tab or
 * CR. Apostrophes before these are guards, or text that would be mistaken for one.
 */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Prefixes a formula with ', so that a spreadsheet shows it as text. Source: OWASP, CSV injection. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Returns the text that `guardFormula` was given. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/** Objects and lists are JSON in their cell; null is an empty cell. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Records of RFC 4180 in UTF-8, in which no cell is a formula. */
export const csvRecords = (records: readonly (readonly unknown[])[]): string =>
  stringify(
    records.map((record) => record.map((value) => guardFormula(cellText(value)))),
    {
      record_delimiter: "windows",
      // The library quotes cells with CRLF; readers also end a record at CR or LF alone, and trim cells.
      quoted_match: /[\r\n]|^\s|\s$/,
    },
  );

/** Lines as records with these columns, below a header if `header` is set. */
export const csvLines = (
  columns: readonly string[],
  lines: readonly Record<string, unknown>[],
  header: boolean,
): string =>
  csvRecords([...(header ? [columns] : []), ...lines.map((line) => columns.map((column) => line[column]))]);
