// Starts the product for the browser tests, on data that is gone afterwards.
import { rmSync } from "node:fs";
import { watchLauncher } from "../bin/start/launcher.mjs";

const { DATA_DIR } = process.env;
if (!DATA_DIR) throw new Error("DATA_DIR is not set; playwright.config.ts does.");
// A killed test runner sends no signal, and its service would keep the port from the next run.
watchLauncher(() => process.kill(process.pid, "SIGTERM"));
process.on("exit", () => rmSync(DATA_DIR, { recursive: true, force: true }));
await import("../bin/start.mjs");
