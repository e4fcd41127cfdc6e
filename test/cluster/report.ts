/** A line of the result: what was measured and what was expected. */
export type Row = { check: string; measured: string; expected: string; ok: boolean };

const HEAD: Omit<Row, "ok"> & { ok: string } = {
  check: "check",
  measured: "measured",
  expected: "expected",
  ok: "ok",
};

/** The table of all checks in Markdown. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows].map(({ check, measured, expected, ok }) => [
    check,
    measured,
    expected,
    typeof ok === "string" ? ok : ok ? "yes" : "NO",
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [
    line(head),
    `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`,
    ...body.map(line),
    "",
  ].join("\n");
}
