// Starts the product for the browser tests, on data that is gone afterwards.
import { rmSync } from "node:fs";
import { watchLauncher } from "../bin/start/launcher.mjs";
import { bundle } from "../scripts/build.mjs";

const { DATA_DIR } = process.env;
if (!DATA_DIR) throw new Error("DATA_DIR is not set; playwright.config.ts does.");
// A killed test runner sends no signal, and its service would keep the port from the next run.
watchLauncher(() => process.kill(process.pid, "SIGTERM"));
process.on("exit", () => rmSync(DATA_DIR, { recursive: true, force: true }));
// Tests run these in processes. As bundles they start with a quarter of the CPU that tsx needs.
await bundle({
  "e2e/open-session": "e2e/open-session.ts",
  "e2e/call-history": "e2e/call-history.ts",
  "e2e/sso-setup": "e2e/sso-setup.ts",
});
await import("../bin/start.mjs");
