import { stringify } from "csv-stringify/sync";

type Line = Record<string, unknown>;

/** What is no single value stands in its cell as JSON; nothing is an empty cell. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Records of RFC 4180, in UTF-8. A cell that a table calculator would take for a formula (it begins with = + - @, tab or
 * CR, also in the wide forms) gets a ' before it.
 */
export function csvLines(columns: readonly string[], lines: readonly Line[], header: boolean): string {
  const rows = lines.map((line) => columns.map((column) => cell(line[column])));
  return stringify(header ? [[...columns], ...rows] : rows, {
    record_delimiter: "windows",
    escape_formulas: true,
    // The library quotes what holds CRLF; readers end a record at either sign alone.
    quoted_match: /[\r\n]/,
  });
}

/** A JSON document in each line (JSON Lines). */
export const jsonLines = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
