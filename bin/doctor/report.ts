import type { Result } from "./run-checks";

export type Report = {
  /** RFC 3339. */
  at: string;
  /** `failed` if any check failed, else `warning` if any warned. */
  result: "ok" | "warning" | "failed";
  checks: Result[];
};

const STATUS_WIDTH = 9;
const NAME_WIDTH = 19;

/** Builds the report of finished checks. `clean` removes private values from a text. */
export function buildReport(results: readonly Result[], at: string, clean: (text: string) => string): Report {
  const hasStatus = (status: Result["status"]) => results.some((result) => result.status === status);
  const checks = results.map((result): Result => {
    const summary = clean(result.summary);
    return "action" in result ? { ...result, summary, action: clean(result.action) } : { ...result, summary };
  });
  return { at, result: hasStatus("failed") ? "failed" : hasStatus("warning") ? "warning" : "ok", checks };
}

const count = (checks: readonly Result[], status: Result["status"]): number =>
  checks.filter((check) => check.status === status).length;

/** The report as lines for a terminal: one for each check, and one with the action for each warning and failure. */
export function formatReport({ checks }: Report): string {
  const lines = checks.flatMap((check) => [
    `${check.status.padEnd(STATUS_WIDTH)}${check.name.padEnd(NAME_WIDTH)}${check.summary}`,
    ...("action" in check ? [`${" ".repeat(STATUS_WIDTH)}→ ${check.action}`] : []),
  ]);
  const warnings = count(checks, "warning");
  const totals = [
    `${count(checks, "ok")} ok`,
    `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    `${count(checks, "failed")} failed`,
    `${count(checks, "skipped")} skipped`,
  ].join(", ");
  return [...lines, "", `${checks.length} checks: ${totals}.`].join("\n");
}
