// Test suites at size: conversations of cases by text with the scripted model, beside the same in memory.
//   npm run bench:suites [-- --cases 500]
// Prints a table, and ends with 1 where the figure is missed.
import { rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openEmptyDatabase, prepareDatabase } from "./empty-database";

const { values } = parseArgs({ options: { cases: { type: "string", default: "500" } } });
const cases = Number(values.cases);
/** 500 cases take at most this long on two cores. */
const MAX_SECONDS_OF_500 = 60;
/** The conversations that warm up the engine, before both measurements. */
const WARM_UP = 20;

const database = await openEmptyDatabase("suites");

async function main(): Promise<boolean> {
  const { makeBench } = await import("./campaign/seed");
  const { holdInMemory, measureWork, runSuites, seedSuites } = await import("./suites/measure");
  const { closePool } = await import("@/lib/platform/db");
  await prepareDatabase(database);
  const { ctx } = await makeBench();
  const { agentId, suiteIds } = await seedSuites(ctx, cases);
  const [load] = loadavg();
  await holdInMemory(ctx, agentId, WARM_UP);
  let counts = { finished: 0, passed: 0 };
  let passedInMemory = 0;
  const floor = await measureWork(async () => {
    passedInMemory = await holdInMemory(ctx, agentId, cases);
  });
  const product = await measureWork(async () => {
    counts = await runSuites(ctx, suiteIds);
  });
  await closePool();
  const bound = (MAX_SECONDS_OF_500 * cases) / 500;
  const line = (name: string, { seconds, cpuSeconds }: typeof floor, passed: number) =>
    `| ${name} | ${seconds.toFixed(1)} | ${(cases / seconds).toFixed(1)} | ${cpuSeconds.toFixed(1)} | ${passed} |\n`;
  process.stdout.write(
    `${cpus().length} cores, Node ${process.versions.node}, load ${load?.toFixed(1)} before\n\n` +
      "| | elapsed s | conversations/s | CPU of the process, s | passed |\n|---|--:|--:|--:|--:|\n" +
      line(`${cases} cases, in memory alone (floor)`, floor, passedInMemory) +
      line(`${cases} cases, as runs of suites`, product, counts.passed) +
      `\nat most ${bound} s: ${product.seconds <= bound ? "yes" : "no"}\n`,
  );
  return counts.finished === cases && product.seconds <= bound;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await database.stop();
  rmSync(database.folder, { recursive: true, force: true });
}
