// Starts the product for the browser tests, on data that is gone afterwards.
import { rmSync } from "node:fs";

const { DATA_DIR } = process.env;
if (!DATA_DIR) throw new Error("DATA_DIR is not set; playwright.config.ts does.");
process.on("exit", () => rmSync(DATA_DIR, { recursive: true, force: true }));
await import("../bin/start.mjs");
