/** Values that a spreadsheet would read as a formula. E.164 numbers also start with + but have only digits. */
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

/** The columns of a file of records, each with its value of a record. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Records as CSV, with the names of the columns first. */
export const recordsCsv = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  csvText([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))]);
