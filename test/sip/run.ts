// Runs the SIP user agent against software of others, and prints a table.
//   npm run test:sip [-- --only=<part of a name>,… --messages=<number> --seed=<number> --corpus=<folder>]
// The last three are those of the fuzz run.
// Ends with 1 if a scenario fails, or if a program is missing.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { withTimeout } from "../../lib/platform/with-timeout";
import { OPTIONS } from "./options";
import { PROGRAMS, type Program, ScenarioRun, type SipScenario } from "./scenario";
import { SCENARIOS } from "./scenarios/index";

const DEFAULT_LIMIT_MS = 60_000;

type Result = { name: string; result: string; notes: string };

function isInstalled(program: Program): boolean {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function runScenario(scenario: SipScenario): Promise<Result> {
  const missing = scenario.programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    const packages = missing.map((program) => PROGRAMS[program]).join(" ");
    return { name: scenario.name, result: `missing: apt-get install ${packages}`, notes: "" };
  }
  const run = new ScenarioRun();
  try {
    const limitMs = scenario.limitMs ?? DEFAULT_LIMIT_MS;
    await withTimeout(scenario.run(run), limitMs, () => {
      throw new Error(`not over after ${limitMs / 1_000} s`);
    });
    return { name: scenario.name, result: "passed", notes: run.notes.join(", ") };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${scenario.name}: ${message}\n`);
    return { name: scenario.name, result: "FAILED", notes: "" };
  } finally {
    await run.end();
  }
}

const { only } = OPTIONS;
const selected = SCENARIOS.filter(
  ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
);

async function runAll(): Promise<void> {
  const results: Result[] = [];
  for (const scenario of selected) {
    const result = await runScenario(scenario);
    results.push(result);
    process.stderr.write(`${result.result.padEnd(8)} ${result.name} ${result.notes}\n`);
  }
  const width = Math.max(...selected.map(({ name }) => name.length));
  for (const { name, result, notes } of results)
    process.stdout.write(`| ${name.padEnd(width)} | ${result} | ${notes} |\n`);
  const failed = results.filter(({ result }) => result !== "passed").length;
  process.stdout.write(`${results.length} scenarios, ${failed} not passed\n`);
  process.exitCode = failed > 0 || results.length === 0 ? 1 : 0;
}

void runAll();
