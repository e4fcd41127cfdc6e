// Finds a Chromium for the browser tests: the system's if installed, else Debian's package or Playwright's download.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { run, tool } from "./steps.mjs";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Another installation may hold the lock of the packages for some minutes. */
const APT_WAIT = "-oDPkg::Lock::Timeout=600";

const LISTS_TRIES = 60;
const LISTS_PAUSE_MS = 10_000;

/** Updates the list of packages. The option above does not apply to its lock. */
async function updatePackageLists() {
  for (let tries = 1; tries <= LISTS_TRIES; tries++) {
    const { ok, output } = await run(["apt-get", "update", "-qq"], { quiet: true });
    if (ok || !/lock/i.test(output)) return;
    await pause(LISTS_PAUSE_MS);
  }
}

/** Returns the path of a system browser, or undefined to use Playwright's. */
export async function findBrowser() {
  const configured = process.env.CHROMIUM_PATH;
  const executable =
    configured && existsSync(configured) ? configured : SYSTEM.find((path) => existsSync(path));
  if (executable) return executable;
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return undefined;
  // Debian's package comes first, as it needs no server besides the system's package mirror.
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await updatePackageLists();
    await run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", APT_WAIT, "chromium"], {
      quiet: true,
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    if (existsSync(SYSTEM[0])) return SYSTEM[0];
  }
  await run(tool("playwright", "install", "chromium"));
  return undefined;
}
