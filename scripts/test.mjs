// `npm test`: runs every gate and test from a fresh clone that has only Node: packages, database, build, browser.
import { join } from "node:path";
import { install, isInstalled } from "../bin/start/install.mjs";
import { checkNode } from "../bin/start/settings.mjs";
import { StartError, terminal } from "../bin/start/terminal.mjs";

const root = join(import.meta.dirname, "..");

async function prepare() {
  checkNode();
  const ui = terminal();
  if (!isInstalled(root)) await ui.step("Installing packages", "Installed packages", () => install(root));
}

async function main() {
  await prepare();
  // These modules need the installed packages.
  const { check, REPORTS, vitest } = await import("./check.mjs");
  const { node, createTotal, tool } = await import("./steps.mjs");
  const { findBrowser } = await import("./browser.mjs");
  const total = createTotal();
  // A download runs while the gates keep the cores busy. An error is thrown when the browser is needed.
  const pendingBrowser = findBrowser().catch((error) => error);
  await check(total);
  await total.tests(...vitest("threads"));
  await total.tests(...vitest("db"));
  if (await total.gate("build", node(join("scripts", "build.mjs"), "--if-stale"))) {
    await total.gate("scripts of pages", node(join("scripts", "check-page-weight.mjs")));
    const executable = await pendingBrowser;
    if (executable instanceof Error) throw executable;
    const report = join(REPORTS, "e2e.json");
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(executable && { CHROMIUM_PATH: executable }) };
    await total.tests(tool("playwright", "test"), report, { env });
  }
  total.close();
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError ? error.message : (error.stack ?? error)}\n\n0 passed, 1 failed\n`,
  );
  process.exitCode = 1;
}
