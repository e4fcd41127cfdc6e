// A cluster on this machine, behind HAProxy, with checks of each feature that several nodes share and a rolling restart:
//   npm run test:cluster [-- --only=session,limits]
// Needs Debian's package `haproxy`, or HAPROXY=<program>. Prints a table, and ends with 1 if a check fails.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildAll } from "../../scripts/build.mjs";
import { formatTable, type Row } from "../fixtures/report-table";
import { CHECKS } from "./checks";
import { findHaproxy, readVersion } from "./proxy";
import type { TestWorkspace } from "./workspace";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const only = values.only?.split(",");
const unknown = only?.find((name) => !CHECKS.some((check) => check.name === name));
const say = (line: string) => process.stderr.write(`${line}\n`);

const program = findHaproxy();
if (program === null) {
  say("HAProxy was not found. Install it (apt-get install haproxy), or set HAPROXY to its program.");
  process.exit(2);
}
if (unknown !== undefined) {
  say(`--only=${unknown}: choose from ${CHECKS.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
say(readVersion(program));
await buildAll({ ifStale: true });

const folder = mkdtempSync(join(tmpdir(), "parley-cluster-"));
// The modules of the product read them at their import, and this process has no installation.
Object.assign(process.env, { DATA_DIR: join(folder, "test"), LOG_LEVEL: "error" });
const { startCluster } = await import("./cluster");
const { createTestWorkspace } = await import("./workspace");

const cluster = await startCluster(program, folder, say);
let isEnding = false;
const end = async (): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await cluster.stop();
};
// A run that is called off leaves no process behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)));

const rows: Row[] = [];
/** The rows of a check; an error is a row that fails. */
async function runCheck({ name, run }: (typeof CHECKS)[number], workspace: TestWorkspace): Promise<Row[]> {
  say(`Checking ${name}`);
  return run(cluster, workspace).catch((error: unknown) => [
    {
      check: name,
      measured: error instanceof Error ? error.message : String(error),
      expected: "no error",
      ok: false,
    },
  ]);
}
try {
  const workspace = await createTestWorkspace(cluster);
  const selected = CHECKS.filter(({ name }) => only?.includes(name) ?? true);
  const concurrent = selected
    .filter(({ isConcurrent }) => isConcurrent === true)
    .map((check) => runCheck(check, workspace));
  for (const check of selected)
    if (check.isConcurrent !== true) rows.push(...(await runCheck(check, workspace)));
  rows.push(...(await Promise.all(concurrent)).flat());
} finally {
  await end();
}
process.stdout.write(formatTable(rows));
const isKept = rows.length > 0 && rows.every(({ ok }) => ok);
if (isKept) rmSync(folder, { recursive: true, force: true });
else say(`The logs are in ${folder}`);
process.exit(isKept ? 0 : 1);
