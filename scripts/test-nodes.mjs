// Runs the unit and database tests with several versions of Node.js, from npm's packages of its program.
//   npm run test:nodes [-- <major> … --unit]     20 22 24 by default; --unit leaves out the database tests
// Prints the results of each version, and ends with 1 if a test failed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { REPORTS, vitest } from "./check.mjs";
import { createTotal } from "./steps.mjs";

const ROOT = join(import.meta.dirname, "..");
const MAJORS = ["20", "22", "24"];
/** The oldest supported version of each line is in `engines` of package.json. */
const LOWEST = { 20: "20.19" };
/** Vitest runs the tests that start threads apart from the others. */
const PROJECTS = ["unit", "threads", "db"];

const args = process.argv.slice(2);
const chosenMajors = args.filter((arg) => /^\d+$/.test(arg));
const projects = args.includes("--unit") ? ["unit", "threads"] : PROJECTS;

/** The program of the newest version of a line, installed below node_modules/.cache. */
function install(major) {
  const folder = join(ROOT, "node_modules", ".cache", "nodes", major);
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(folder, "node_modules", name, "bin", "node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const range = `${name}@>=${LOWEST[major] ?? major} <${Number(major) + 1}`;
    execFileSync("npm", ["install", "--prefix", folder, "--no-save", "--ignore-scripts", range], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  return program;
}

/** Runs the tests of one version. Children that the tests start find its program in PATH. */
async function runWith(program) {
  const total = createTotal();
  const env = { PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  for (const project of projects) {
    const [[, ...options], report] = vitest(project);
    await total.tests([program, join(ROOT, "node_modules", "vitest", "vitest.mjs"), ...options], report, {
      env,
    });
  }
  total.close();
  return total.sum;
}

mkdirSync(REPORTS, { recursive: true });
const rows = [];
for (const major of chosenMajors.length > 0 ? chosenMajors : MAJORS) {
  const program = install(major);
  const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim();
  process.stdout.write(`\nNode.js ${version}\n`);
  rows.push({ version, ...(await runWith(program)) });
}
process.stdout.write("\n| Node.js | passed | failed |\n|---|--:|--:|\n");
for (const { version, passed, failed } of rows)
  process.stdout.write(`| ${version} | ${passed} | ${failed} |\n`);
process.exitCode = rows.every(({ failed }) => failed === 0) ? 0 : 1;
