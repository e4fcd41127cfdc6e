// Upgrades installations that former releases have made, under traffic: migrations beside old processes, new processes beside
// them, the way back, and processes that do not fit the schema.
//   npm run test:upgrade [-- --calls=1000000 --from=9d4a9241,b120e4fb]
// Needs the git history. Prints a table, and ends with 1 if a check fails, with 2 if the history is missing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatTable, type Row } from "../fixtures/report-table";
import { hasCommit, RELEASES } from "./releases";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "20000" },
    from: { type: "string", default: RELEASES.map(({ commit }) => commit).join(",") },
  },
});
const say = (line: string) => process.stderr.write(`${line}\n`);
const releases = RELEASES.filter(({ commit }) => values.from.split(",").includes(commit));
const calls = Number(values.calls);
if (releases.length === 0 || !Number.isSafeInteger(calls)) {
  say(
    `Usage: npm run test:upgrade [-- --calls=<number> --from=${RELEASES.map(({ commit }) => commit).join(",")}]`,
  );
  process.exit(2);
}
const missing = releases.filter(({ commit }) => !hasCommit(commit));
if (missing.length > 0) {
  say(
    `This checkout does not have the commit ${missing.map(({ commit }) => commit).join(", ")}: it is a shallow clone. Run git fetch --unshallow, then try again.`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "parley-upgrade-"));
// The modules of the product read them at their import, and this process has no installation.
Object.assign(process.env, { DATA_DIR: join(folder, "test"), LOG_LEVEL: "error" });
const { upgrade } = await import("./upgrade");

const cleanups: (() => Promise<unknown>)[] = [];
const cleanUp = async (): Promise<void> => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
};
// A run that is called off leaves no process behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));

const rows: Row[] = [];
const report = (row: Row): void => {
  rows.push(row);
  say(`${row.ok ? "ok" : "FAILED"}: ${row.check}: ${row.measured}`);
};
for (const release of releases) {
  try {
    say(`Upgrading from ${release.commit}, ${release.title}`);
    await upgrade(release, { folder: join(folder, release.commit), calls, say, cleanups, report });
  } catch (error) {
    const measured = error instanceof Error ? error.message : String(error);
    report({ check: release.commit, measured, expected: "no error", ok: false });
  } finally {
    await cleanUp();
  }
}
process.stdout.write(formatTable(rows));
const isPassed = rows.every(({ ok }) => ok);
if (isPassed) rmSync(folder, { recursive: true, force: true });
else say(`The files are in ${folder}`);
process.exit(isPassed ? 0 : 1);
