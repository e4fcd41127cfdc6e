import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

/** A first start makes a database and may build; a slow machine needs minutes for that. */
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;
/** Longer than what a test waits for: a look at a page with axe takes most of a minute on a loaded machine. */
const TEST_TIMEOUT_MS = 180_000;
/** Two cores that are busy with something else need half of it for a page's first render; a refused stream opens again after 15 s. */
const EXPECT_TIMEOUT_MS = 40_000;
/** Below the range that systems hand out themselves. Runs in different folders of one machine get different ports. */
const FIRST_PORT = 10_100;
const PORTS = 5_000;
const folderHash = createHash("sha256")
  .update(import.meta.dirname)
  .digest();
const DEFAULT_PORT = FIRST_PORT + (folderHash.readUInt32BE(0) % PORTS);
/** Below that range too, and above the ports of other runs. */
const CARRIER_PORT_ABOVE = 10_000;
const RECEIVER_PORT_ABOVE = 10_001;

// Set once by the first process that reads this; the workers, which read it again, inherit it.
process.env.E2E_PORT ??= String(DEFAULT_PORT);
process.env.E2E_DATA_DIR ??= join(tmpdir(), `parley-e2e-${process.pid}`);
/** The key of the workspace that the run founds, for the README's session; its database lives as long as the run. */
process.env.E2E_API_KEY ??= "prl_live_EndToEndTestKey0001_0123456789abcdefghijklmnopqrstuv";
/** Where a test stands in for a carrier; with the next, the only inner addresses that the run's service may ask. */
process.env.E2E_CARRIER_PORT ??= String(Number(process.env.E2E_PORT) + CARRIER_PORT_ABOVE);
/** Where a test stands in for a customer's system that takes events. */
process.env.E2E_RECEIVER_PORT ??= String(Number(process.env.E2E_PORT) + RECEIVER_PORT_ABOVE);
const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env;
const { E2E_CARRIER_PORT: carrierPort, E2E_RECEIVER_PORT: receiverPort } = process.env;
const baseURL = `http://localhost:${port}`;

const system = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "./e2e",
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  // Files run in parallel; each worker has a separate workspace (e2e/session.ts).
  workers: 2,
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL,
    screenshot: "only-on-failure",
    // A message that fades away while a page is looked at is too pale for a moment, and each dialog is waited for twice.
    contextOptions: { reducedMotion: "reduce" },
    // Recording a trace doubles the time of every test; `npm run test:e2e -- --trace=on` has one of what fails.
    trace: "off",
    launchOptions: {
      ...(existsSync(system) && { executablePath: system }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    },
  },
  // The built product with a separate data folder, started as by an operator.
  webServer: {
    command: "node e2e/serve.mjs",
    url: `${baseURL}/readyz`,
    timeout: START_TIMEOUT_MS,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: STOP_TIMEOUT_MS },
    stdout: "ignore",
    env: {
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      DATABASE_DIRECT_URL: "",
      PARLEY_DEMO: "0",
      VOICE_MAX_CALLS: "50",
      TOOL_ALLOWED_HOSTS: `127.0.0.1:${carrierPort},127.0.0.1:${receiverPort}`,
      PARLEY_INIT_WORKSPACE: "End to end",
      PARLEY_INIT_OWNER_EMAIL: "owner@example.com",
      PARLEY_INIT_OWNER_PASSWORD: "a password of the tests",
      PARLEY_INIT_API_KEY: process.env.E2E_API_KEY,
    },
  },
});
