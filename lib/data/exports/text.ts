import { stringify } from "csv-stringify/sync";

type Line = Record<string, unknown>;

/** Objects and lists are JSON in their cell; null is an empty cell. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Records of RFC 4180 in UTF-8. A cell that a spreadsheet would take for a formula (it begins with = + - @,
 * tab or CR, also in fullwidth forms) is prefixed with '.
 */
export function csvLines(columns: readonly string[], lines: readonly Line[], header: boolean): string {
  const rows = lines.map((line) => columns.map((column) => cell(line[column])));
  return stringify(header ? [[...columns], ...rows] : rows, {
    record_delimiter: "windows",
    escape_formulas: true,
    // The library quotes cells with CRLF; readers also end a record at CR or LF alone.
    quoted_match: /[\r\n]/,
  });
}

/** One JSON document per line (JSON Lines). */
export const jsonLines = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
