import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { logFile } from "./logs.mjs";
import { restartDelayMs, supervise } from "./supervisor.mjs";

/** Each test starts up to five processes in a row, possibly on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });
const PATIENCE = { timeout: 30_000 };

function program(code) {
  const folder = mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-child-"));
  const file = join(folder, "child.mjs");
  writeFileSync(file, code);
  return {
    spec: { name: "worker", args: [file], signalsReady: true, cwd: folder, env: process.env },
    log: logFile(folder, "worker"),
  };
}

test("doubles the restart delay from a tenth of a second up to the maximum", () => {
  expect([1, 2, 3, 6, 20].map(restartDelayMs)).toEqual([100, 200, 400, 3_200, 5_000]);
});

test("a process that never stays up fails the start with its last lines", async () => {
  const { spec, log } = program(`process.stderr.write("no such table\\n"); process.exit(3);`);
  const child = supervise(spec, { log });
  await expect(child.up).rejects.toThrow(/The worker does not stay up \(exit 3, 5 times\).*\nno such table/);
  await child.stop();
});

test("a process that signals readiness is up when it does, and not before", async () => {
  const { spec, log } = program(`setTimeout(() => process.send("up"), 1500); setInterval(() => {}, 1000);`);
  const child = supervise(spec, { log });
  const lived = new Promise((done) => setTimeout(() => done("lived"), 1_200));
  expect(await Promise.race([child.up.then(() => "up"), lived])).toBe("lived");
  await child.up;
  await child.stop();
});

test("a process that cannot be run fails the start", async () => {
  const { spec, log } = program("");
  const child = supervise({ ...spec, cwd: join(spec.cwd, "none") }, { log });
  await expect(child.up).rejects.toThrow(/does not stay up \(ENOENT, 5 times\)/);
  await child.stop();
});

test("restarts a killed process, and no process after stop()", async () => {
  const { spec, log } = program(`setInterval(() => {}, 1000); process.send("up");`);
  const events = [];
  const child = supervise(spec, { log, onEvent: (line) => events.push(line) });
  await child.up;
  const first = child.pid();
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(child.pid() ?? first).not.toBe(first), PATIENCE);
  expect(events).toEqual([expect.stringContaining("The worker exited (SIGKILL)")]);
  const second = child.pid();
  await child.stop();
  expect(() => process.kill(second, 0)).toThrow("ESRCH");
});

test("gives a process time for an orderly shutdown", async () => {
  const { spec, log } = program(
    `process.on("SIGTERM", () => setTimeout(() => { process.stdout.write("settled\\n"); process.exit(0); }, 50)); setInterval(() => {}, 1000); process.send("up");`,
  );
  const child = supervise(spec, { log });
  await child.up;
  await child.stop();
  await vi.waitFor(() => expect(log.last()).toContain("settled"), PATIENCE);
});

/** A process that needs a second to finish its calls, and ends at once at SIGINT. */
const DRAINING = `process.on("SIGTERM", () => setTimeout(() => { process.stdout.write("drained\\n"); process.exit(0); }, 1000)); process.on("SIGINT", () => process.exit(0)); setInterval(() => {}, 1000); process.send("up");`;

test("lets a process finish its calls if it is asked to, and ends it at once otherwise", async () => {
  for (const drains of [true, false]) {
    const { spec, log } = program(DRAINING);
    const child = supervise({ ...spec, drainMs: 20_000 }, { log });
    await child.up;
    await child.stop({ drains });
    if (drains) await vi.waitFor(() => expect(log.last()).toContain("drained"), PATIENCE);
    else expect(log.last()).not.toContain("drained");
  }
});

test("a restarted process has the environment of its restart", async () => {
  const { spec, log } = program(
    `process.stderr.write(process.env.URL_OF_TEST + "\\n"); setInterval(() => {}, 1000); process.send("up");`,
  );
  const env = { ...process.env, URL_OF_TEST: "first" };
  const child = supervise({ ...spec, env }, { log });
  await child.up;
  env.URL_OF_TEST = "second";
  child.restart();
  await vi.waitFor(() => expect(log.last()).toEqual(["first", "second"]), PATIENCE);
  await child.stop();
});
