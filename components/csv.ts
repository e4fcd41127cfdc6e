/** What a spreadsheet would take for a formula. A number in E.164 begins so too, and holds digits alone. */
const FORMULA = /^(?!\+[0-9]+$)[=+\-@\t\r]/;

type Cell = string | number | null;

function cellOf(value: Cell): string {
  const text = value === null ? "" : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180), in which no cell is a formula. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  `${rows.map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;
