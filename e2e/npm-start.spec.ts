import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "@/test/fixtures/free-port";
import { dataFolder, END_TIMEOUT_MS, launch, processesOn, READY_TIMEOUT_MS, ready } from "./process";

/** The server, the pages, the worker, npm, its shell, the start and PostgreSQL's own processes are more than this. */
const MIN_PROCESSES = 8;
/** A killed start's database is stopped 12 s later, once the roles have written what they had to. */
const KILLED_TIMEOUT_MS = END_TIMEOUT_MS + 30_000;
/** For what a test does besides its two waits. */
const REST_MS = 30_000;

test.describe.configure({ mode: "serial" });

const canListen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen({ host: "127.0.0.1", port, exclusive: true }, () => probe.close(() => done(true)));
  });

async function expectNothingLeft(dataDir: string, port: number): Promise<void> {
  await expect.poll(() => processesOn(dataDir), { timeout: KILLED_TIMEOUT_MS }).toEqual([]);
  expect(await canListen(port)).toBe(true);
}

const data = dataFolder();
test.afterAll(() => data.remove());

/** A test runner in small: it starts a service by a shell, as Playwright does, and waits. */
const RUNNER = `require("child_process").spawn("sh", ["-c", "node e2e/serve.mjs; true"], { detached: true, stdio: "inherit" }); setInterval(() => {}, 1000)`;

for (const { what, command, signal } of [
  { what: "npm start", command: ["npm", "start"], signal: "SIGTERM" },
  { what: "npm start", command: ["npm", "start"], signal: "SIGHUP" },
  { what: "npm start", command: ["npm", "start"], signal: "SIGKILL" },
  { what: "a test runner", command: ["node", "-e", RUNNER], signal: "SIGKILL" },
] as const) {
  test(`${signal} to ${what} leaves no process, and gives the port back`, async () => {
    test.setTimeout(READY_TIMEOUT_MS + KILLED_TIMEOUT_MS + REST_MS);
    const port = await freePort();
    const parley = launch([...command], { DATA_DIR: data.path, PORT: String(port) });
    await ready(parley);
    expect(processesOn(data.path).length).toBeGreaterThanOrEqual(MIN_PROCESSES);
    process.kill(parley.process.pid ?? 0, signal);
    await expectNothingLeft(data.path, port);
    expect(existsSync(join(data.path, "start.lock"))).toBe(false);
    expect(existsSync(join(data.path, "pg", "data", "postmaster.pid"))).toBe(false);
  });
}

test("SIGTERM to npm start leaves no process at any moment of the start", async () => {
  test.setTimeout(12 * KILLED_TIMEOUT_MS);
  const fresh = dataFolder();
  for (const afterMs of [50, 250, 500, 800, 1_200, 1_700, 2_300, 3_000, 4_000]) {
    const port = await freePort();
    const parley = launch(["npm", "start"], { DATA_DIR: fresh.path, PORT: String(port) });
    await new Promise((done) => setTimeout(done, afterMs));
    process.kill(parley.process.pid ?? 0, "SIGTERM");
    await parley.exit;
    await expectNothingLeft(fresh.path, port);
  }
  fresh.remove();
});
