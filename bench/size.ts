// Measures a database with a year of calls: lists, search, analytics, sweeps, an erasure, vacuum, a backup, and disk.
//   npm run bench:size [-- --calls 200000,2000000 --keep]
//   npm run bench:size -- --calls 2000000 --reuse <folder that --keep named>
// Each size is a separate database, whose rows are inserted with all triggers on. Prints tables for docs/scaling.md. Two million calls
// take some 20 GB of disk and an hour.
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import pg from "pg";
import { openEmptyDatabase, prepareDatabase } from "./empty-database";
import type { SizeFindings } from "./size/report";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "200000,2000000" },
    keep: { type: "boolean", default: false },
    reuse: { type: "string" },
  },
});
const sizes = values.calls.split(",").map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 10_000))
  throw new Error("Each of --calls is 10,000 or more.");

/** Tables that the report lists. */
const TABLES = 8;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Inserts the history, and measures it. With `--reuse`, the database has it. */
async function measure(calls: number, adminUrl: string, dataDir: string): Promise<SizeFindings> {
  const { createTenants, insertHistory, readLargestTenant } = await import("./size/history");
  const { measureReads } = await import("./size/reads");
  const { measureUpkeep } = await import("./size/upkeep");
  const { measureDisk } = await import("./size/disk");
  const { measureSweeps } = await import("./size/sweeps");
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on("error", () => undefined);
  await admin.connect();
  try {
    await admin.query("set synchronous_commit = off");
    let seconds = 0;
    if (values.reuse === undefined) {
      const tenants = await createTenants(admin);
      say(`A year of ${calls.toLocaleString("en")} calls`);
      seconds = await insertHistory(admin, tenants, calls, say);
      await admin.query("drop table bench_transcripts");
      await admin.query("vacuum analyze");
    }
    const tenant = await readLargestTenant(admin);
    const disk = await measureDisk(admin, TABLES);
    const reads = await measureReads(admin, tenant, say);
    const sweeps = await measureSweeps(say);
    const tasks = await measureUpkeep({ admin, adminUrl, dataDir, tenant, say });
    return { calls, seconds, disk, reads, sweeps, tasks };
  } finally {
    await admin.end();
  }
}

/** Measures one size in a separate database. The product's modules read the environment once: one size for each process. */
async function run(calls: number): Promise<SizeFindings> {
  const database = await openEmptyDatabase(`size-${calls}`, values.reuse);
  const { folder } = database;
  const { closePool } = await import("@/lib/platform/db");
  try {
    await prepareDatabase(database);
    return await measure(calls, database.superuserUrl, folder);
  } finally {
    await closePool();
    await database.stop();
    if (values.keep || values.reuse !== undefined) say(`Kept in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

const { reportSizes } = await import("./size/report");
const { runSize } = await import("./size/child");
const [only] = sizes;
if (sizes.length === 1 && only !== undefined) {
  const findings = await run(only);
  if (process.send !== undefined) process.send(findings);
  else process.stdout.write(reportSizes([findings]));
} else {
  const findings: SizeFindings[] = [];
  for (const size of sizes) findings.push(await runSize(size, values.keep));
  process.stdout.write(reportSizes(findings));
}
