import { withTimeout } from "@/lib/platform/with-timeout";
import { codeOf, type Finding, failed, isSchemaIncomplete, skipped } from "./finding";
import type { Parts } from "./parts";

export type Check = {
  /** Unique. Shown in the report. */
  name: string;
  limitMs: number;
  /** The check is skipped if one of these variables is not valid. */
  variables?: readonly string[];
  /** The check that must not have failed. A database that is down is one failure, not ten. */
  needs?: string;
  run: (parts: Parts) => Finding | Promise<Finding>;
};
export type Result = { name: string } & Finding;

const SECOND_MS = 1_000;

/** Runs a check to its finding. A check that throws or takes too long has failed. */
async function findingOf({ name, limitMs, run }: Check, parts: Parts): Promise<Finding> {
  try {
    return await withTimeout((async () => run(parts))(), limitMs, () =>
      failed(
        `no result within ${limitMs / SECOND_MS} s`,
        "The part does not answer. Look at its process and at the network to it.",
      ),
    );
  } catch (error) {
    if (isSchemaIncomplete(error)) return skipped('the database lacks a table or a column: see "migrations"');
    return failed(
      `the check ended with an error (${codeOf(error)})`,
      `Run the command again. If the error stays, report it with the name "${name}" and npm run doctor -- --bundle=<file>.`,
    );
  }
}

/** Runs all checks at the same time, each with its limit. Returns one result for each, in their order. Never rejects. */
export async function runChecks(checks: readonly Check[], parts: Parts): Promise<Result[]> {
  const findings = new Map<string, Promise<Finding>>();
  const start = async (check: Check): Promise<Finding> => {
    const invalid = check.variables?.find((variable) => parts.invalid.has(variable));
    if (invalid !== undefined) return skipped(`${invalid} is not valid`);
    const required = check.needs === undefined ? undefined : await findings.get(check.needs);
    if (required !== undefined && required.status !== "ok" && required.status !== "warning")
      return skipped(`needs the check "${check.needs}"`);
    return findingOf(check, parts);
  };
  for (const check of checks) findings.set(check.name, start(check));
  return Promise.all(
    checks.map(async ({ name }) => ({ name, ...(await (findings.get(name) as Promise<Finding>)) })),
  );
}
