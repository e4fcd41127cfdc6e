// Runs the built product through faults, and prints a table of the behavior during and after each.
//   npm run test:faults [-- <name> …]
// Ends with 1 if a fact is false. A fault that this machine cannot run is printed as "not run".
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { clockSteps } from "./clock-steps";
import { damagedRecordings } from "./damaged-recordings";
import { databaseGone } from "./database-gone";
import { diskFull } from "./disk-full";
import { type Fault, Observations } from "./fault";
import { hangingServices } from "./hanging-services";
import { hangingStorage } from "./hanging-storage";
import { killedProcesses } from "./killed-processes";
import { lockedTable } from "./locked-table";
import { manyExports } from "./many-exports";
import { partialBuild, partialInstall } from "./partial-install";
import { ROOT } from "./product";
import { formatReport, hasPassed, type Result } from "./report";
import { silentDns } from "./silent-dns";
import { workerAbsent } from "./worker-absent";

const FAULTS: readonly Fault[] = [
  databaseGone,
  lockedTable,
  diskFull,
  hangingServices,
  hangingStorage,
  silentDns,
  clockSteps,
  damagedRecordings,
  workerAbsent,
  manyExports,
  killedProcesses,
  partialInstall,
  partialBuild,
];

async function runFault(fault: Fault): Promise<Result> {
  const observed = new Observations();
  const skipped = fault.findObstacle?.() ?? null;
  process.stderr.write(`${fault.name}${skipped === null ? "" : `: NOT RUN, ${skipped}`}\n`);
  let error: string | null = null;
  if (skipped === null) {
    const startMs = performance.now();
    try {
      await fault.run(observed);
    } catch (cause) {
      error = (cause as Error).message.slice(0, 1_000);
      process.stderr.write(`  FAIL ${(cause as Error).stack}\n`);
    }
    process.stderr.write(`  ${Math.round((performance.now() - startMs) / 1_000)} s\n`);
  }
  return { title: fault.title, observed, skipped, error };
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => FAULTS.every((fault) => fault.name !== name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(", ")}. Choose from ${FAULTS.map(({ name }) => name).join(", ")}.\n`,
  );
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
execFileSync(process.execPath, [join("scripts", "build.mjs"), "--if-stale"], { cwd: ROOT, stdio: "inherit" });
const results: Result[] = [];
for (const fault of FAULTS)
  if (names.length === 0 || names.includes(fault.name)) results.push(await runFault(fault));
process.stdout.write(formatReport(results));
process.exitCode = results.every((result) => result.skipped !== null || hasPassed(result)) ? 0 : 1;
