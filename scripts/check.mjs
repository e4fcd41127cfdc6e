// `npm run check`: the gates and the tests that need no database.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTotal, node, tool } from "./steps.mjs";

/** Folder of the test runners' reports, which the closing line adds up. */
export const REPORTS = join(import.meta.dirname, "..", "node_modules", ".cache", "reports");
const CRUISED = ["app", "bin", "components", "lib", "messages", "test", "e2e", "bench"];

/** The command of a vitest project, and the path of its report. */
export function vitest(project) {
  const report = join(REPORTS, `${project}.json`);
  rmSync(report, { force: true });
  return [
    tool(
      "vitest",
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ),
    report,
  ];
}

/** With an unsupported compiler, dependency-cruiser reads no module and reports success. */
const hasCruisedModules = (output) => Number(/(\d+) modules/.exec(output)?.[1] ?? 0) > 0;

export async function check(total) {
  mkdirSync(REPORTS, { recursive: true });
  const gates = [
    () => total.gate("table of routes", node(join("scripts", "routes.mjs"), "--check")),
    () => total.gate("format and lint (biome)", tool("biome", "check", "--error-on-warnings", ".")),
    () => total.gate("types (tsc)", tool("tsc", "--noEmit", "-p", ".")),
    () =>
      total.gate(
        "directions (dependency-cruiser)",
        tool("depcruise", "--config", ".dependency-cruiser.cjs", ...CRUISED),
        { expect: hasCruisedModules },
      ),
    () => total.gate("dead files and exports (knip)", tool("knip", "--no-progress")),
    () => total.gate("OpenAPI document", tool("tsx", join("scripts", "openapi.ts"), "--check")),
    () => total.gate("linear patterns (recheck)", node(join("scripts", "check-patterns.mjs"))),
    () => total.gate("paths in the guides", node(join("scripts", "check-agents.mjs"))),
    () => total.gate("promises and their tests", node(join("scripts", "check-promises.mjs"))),
    () => total.gate("names and plain English", node(join("scripts", "check-language.mjs"))),
    () => total.gate("licenses of packages", node(join("scripts", "check-licenses.mjs"))),
    () => total.gate("texts in the catalog", node(join("scripts", "check-strings.mjs"))),
  ];
  // Two gates at a time: each uses one core, and a small machine has two.
  const next = async () => {
    for (let gate = gates.shift(); gate; gate = gates.shift()) await gate();
  };
  await Promise.all([next(), next()]);
  await total.tests(...vitest("unit"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const total = createTotal();
  await check(total);
  total.close();
}
