import type { Column, Observations } from "./fault";

/** The result of a fault. `skipped`: why it did not run; `error`: why it ended early. */
export type Result = {
  title: string;
  observed: Observations;
  skipped: string | null;
  error: string | null;
};

function cellOf({ observed, skipped, error }: Result, column: Column): string {
  if (skipped !== null) return column === "during" ? `not run: ${skipped}` : "not run";
  const texts = observed.facts
    .filter((fact) => fact.column === column)
    .map(({ isTrue, text }) => (isTrue ? text : `**FAILED:** ${text}`));
  if (error !== null && column === "recovery") texts.push(`**FAILED:** ${error}`);
  return texts.join("; ").replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Whether a fault ran and every fact is true. */
export const hasPassed = ({ observed, skipped, error }: Result): boolean =>
  skipped === null &&
  error === null &&
  observed.facts.length > 0 &&
  observed.facts.every(({ isTrue }) => isTrue);

/** The table of a run in Markdown, and its closing line. */
export function formatReport(results: readonly Result[]): string {
  const rows = results.map(
    (result) =>
      `| ${result.title} | ${cellOf(result, "during")} | ${cellOf(result, "message")} | ${cellOf(result, "recovery")} |`,
  );
  const passed = results.filter(hasPassed).length;
  const skipped = results.filter((result) => result.skipped !== null).length;
  return [
    "| fault | works on | reported | recovery |",
    "|---|---|---|---|",
    ...rows,
    "",
    `${results.length} faults: ${passed} passed, ${results.length - passed - skipped} failed, ${skipped} not run.`,
    "",
  ].join("\n");
}
