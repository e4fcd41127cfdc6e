import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { isAlive } from "./testing/is-alive.mjs";

/** Each test starts npm, a shell and two processes, possibly on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });
const PATIENCE = { timeout: 30_000 };

const moduleAt = (name) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);

/** A supervised role: it listens on a port and has a child process. */
const ROLE = `
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createServer } from "node:net";
const grandchild = spawn("sleep", ["600"]);
appendFileSync("pids", [process.pid, grandchild.pid, ""].join("\\n"));
const server = createServer().listen(0, "127.0.0.1", () => {
  appendFileSync("port", String(server.address().port));
  process.send("up");
});
process.on("SIGTERM", () => process.exit(0));
`;
/** A minimal start: the supervisor and the signal handling of bin/start, with one role. */
const START = `
import { appendFileSync } from "node:fs";
import { onEndSignal } from ${moduleAt("end-signals.mjs")};
import { logFile } from ${moduleAt("logs.mjs")};
import { supervise } from ${moduleAt("supervisor.mjs")};
appendFileSync("pids", process.pid + "\\n");
const role = supervise({ name: "server", args: ["role.mjs"], signalsReady: true, cwd: ".", env: process.env }, { log: logFile(".", "server") });
onEndSignal(
  (signal) => { appendFileSync("signal", String(signal)); appendFileSync("events", "in order\\n"); role.stop().then(() => process.exit(0)); },
  () => { appendFileSync("events", "at once\\n"); role.kill(); process.exit(1); },
);
await role.up;
appendFileSync("events", "ready\\n");
`;

const isTaken = (port) =>
  new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });

/** Runs the minimal start by a command, in a separate process group. */
async function launch(command) {
  const folder = mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-launch-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node start.mjs" } }));
  writeFileSync(join(folder, "role.mjs"), ROLE);
  writeFileSync(join(folder, "start.mjs"), START);
  for (const name of ["pids", "events", "signal"]) writeFileSync(join(folder, name), "");
  const lines = (name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith("npm_")) delete env[name];
  const launcher = spawn(command[0], command.slice(1), { cwd: folder, env, stdio: "ignore", detached: true });
  await vi.waitFor(() => expect(lines("events")).toContain("ready"), PATIENCE);
  const port = Number(readFileSync(join(folder, "port"), "utf8"));
  return {
    launcher,
    port,
    pids: () => lines("pids").map(Number),
    events: () => lines("events"),
    signal: () => lines("signal").join(),
  };
}

async function expectNoProcessLeft({ port, pids }) {
  expect(pids()).toHaveLength(3);
  await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), PATIENCE);
  // The system frees the port of a killed process a moment later.
  await vi.waitFor(async () => expect(await isTaken(port)).toBe(false), PATIENCE);
}

const SHELLS = ["sh", "bash"];
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"];
/** dash delays SIGINT until its command has ended; the next test covers it. */
const CASES = SHELLS.flatMap((shell) => SIGNALS.map((signal) => ({ shell, signal }))).filter(
  ({ shell, signal }) => shell !== "sh" || signal !== "SIGINT",
);

test.runIf(process.platform === "linux").for(CASES)(
  "$signal to npm only (script shell $shell) shuts down every process of npm start in order",
  async ({ shell, signal }) => {
    const started = await launch(["npm", "start", `--script-shell=${shell}`]);
    expect(await isTaken(started.port)).toBe(true);
    process.kill(started.launcher.pid, signal);
    await expectNoProcessLeft(started);
    expect(started.events()).toEqual(["ready", "in order"]);
  },
);

test.runIf(process.platform === "linux")(
  "SIGINT to npm only leaves no orphan: if the shell delays it, npm keeps running and SIGTERM stops everything",
  async () => {
    const started = await launch(["npm", "start"]);
    process.kill(started.launcher.pid, "SIGINT");
    await new Promise((done) => setTimeout(done, 1_000));
    const isRunning = started.pids().filter(isAlive).length === 3;
    expect(isAlive(started.launcher.pid)).toBe(isRunning);
    if (isRunning) process.kill(started.launcher.pid, "SIGTERM");
    await expectNoProcessLeft(started);
    expect(started.events()).toEqual(["ready", "in order"]);
  },
);

test.runIf(process.platform === "linux").for(SHELLS)(
  "Ctrl-C, which npm repeats (script shell %s), shuts down in order instead of killing",
  async (shell) => {
    const started = await launch(["npm", "start", `--script-shell=${shell}`]);
    // A terminal sends SIGINT to the whole process group, npm included.
    process.kill(-started.launcher.pid, "SIGINT");
    await expectNoProcessLeft(started);
    expect(started.events()).toEqual(["ready", "in order"]);
  },
);

test.runIf(process.platform === "linux")("a start without npm outlives its launcher", async () => {
  const started = await launch(["sh", "-c", "node start.mjs & wait"]);
  process.kill(started.launcher.pid, "SIGKILL");
  await new Promise((done) => started.launcher.once("exit", done));
  await new Promise((done) => setTimeout(done, 1_000));
  expect(started.pids().filter(isAlive)).toHaveLength(3);
  process.kill(started.pids()[0], "SIGTERM");
  await expectNoProcessLeft(started);
});

test.runIf(process.platform === "linux")(
  "kill -9 of the start process ends its roles and their child processes",
  async () => {
    const started = await launch(["node", "start.mjs"]);
    process.kill(started.pids()[0], "SIGKILL");
    await expectNoProcessLeft(started);
  },
);

test.runIf(process.platform === "linux").for(["SIGTERM", "SIGINT"])(
  "a start knows that it was told to end by %s, and of the end of npm that it was no signal",
  async (name) => {
    const started = await launch(["node", "start.mjs"]);
    process.kill(started.pids()[0], name);
    await expectNoProcessLeft(started);
    expect(started.signal()).toBe(name);
    const byNpm = await launch(["npm", "start", "--script-shell=bash"]);
    process.kill(byNpm.launcher.pid, "SIGKILL");
    await expectNoProcessLeft(byNpm);
    expect(byNpm.signal()).toBe("undefined");
  },
);
