// Drills the recovery of PostgreSQL with pgBackRest: a lost disk, a wrong statement, and the daily verification.
//   npm run drill:recovery [-- --gb 10 --archive-timeout 60]
// Needs pgBackRest with support for the embedded PostgreSQL's version (PGBACKREST=<program>). Prints a table, and ends with 1
// if a promise was broken. --gb: size of the database.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatTable } from "../fixtures/report-table";
import { conductDrill } from "./conduct";
import { findPgBackRest } from "./pgbackrest";

const { values } = parseArgs({
  options: { gb: { type: "string", default: "1" }, "archive-timeout": { type: "string", default: "60" } },
});
const [gigabytes, archiveTimeoutS] = [Number(values.gb), Number(values["archive-timeout"])];
if (!(gigabytes >= 0 && archiveTimeoutS >= 1))
  throw new Error("Usage: npm run drill:recovery [-- --gb 10 --archive-timeout 60]");

const folder = mkdtempSync(join(tmpdir(), "parley-recovery-"));
mkdirSync(join(folder, "data"));
try {
  const rows = await conductDrill({ folder, program: findPgBackRest(), gigabytes, archiveTimeoutS });
  process.stdout.write(formatTable(rows));
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
