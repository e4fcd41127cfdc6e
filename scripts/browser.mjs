// A Chromium for the browser tests: the system's where there is one, else Playwright's own, fetched once.
import { existsSync } from "node:fs";
import { run, tool } from "./steps.mjs";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a system browser, or undefined where Playwright's own is to be used. */
export async function browser() {
  const given = process.env.CHROMIUM_PATH;
  const found = given && existsSync(given) ? given : SYSTEM.find((path) => existsSync(path));
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return undefined;
  // Debian's own package first: it needs no other server than the system's.
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await run(["apt-get", "update", "-qq"], { quiet: true });
    await run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      quiet: true,
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    if (existsSync(SYSTEM[0])) return SYSTEM[0];
  }
  await run(tool("playwright", "install", "chromium"));
  return undefined;
}
