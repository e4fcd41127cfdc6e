import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";

/** Each test starts npm, a shell and two processes, on a machine that may be busy with something else. */
vi.setConfig({ testTimeout: 60_000 });
const PATIENCE = { timeout: 30_000 };

const moduleAt = (name) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);

/** What a supervised role is: it listens on the port, and has started a process of its own. */
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
/** A start in small: the supervisor and the signals of bin/start, around one role. */
const START = `
import { appendFileSync } from "node:fs";
import { onEndSignal } from ${moduleAt("end-signals.mjs")};
import { logFile } from ${moduleAt("logs.mjs")};
import { supervise } from ${moduleAt("supervisor.mjs")};
appendFileSync("pids", process.pid + "\\n");
const role = supervise({ name: "server", args: ["role.mjs"], tells: true, cwd: ".", env: process.env }, { log: logFile(".", "server") });
onEndSignal(
  () => { appendFileSync("said", "in order\\n"); role.stop().then(() => process.exit(0)); },
  () => { appendFileSync("said", "at once\\n"); role.kill(); process.exit(1); },
);
await role.up;
appendFileSync("said", "ready\\n");
`;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

const isTaken = (port) =>
  new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });

/** Runs the small start by a command, in a process group of its own. */
async function launch(command) {
  const folder = mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-launch-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node start.mjs" } }));
  writeFileSync(join(folder, "role.mjs"), ROLE);
  writeFileSync(join(folder, "start.mjs"), START);
  for (const name of ["pids", "said"]) writeFileSync(join(folder, name), "");
  const lines = (name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith("npm_")) delete env[name];
  const launcher = spawn(command[0], command.slice(1), { cwd: folder, env, stdio: "ignore", detached: true });
  await vi.waitFor(() => expect(lines("said")).toContain("ready"), PATIENCE);
  const port = Number(readFileSync(join(folder, "port"), "utf8"));
  return { launcher, port, pids: () => lines("pids").map(Number), said: () => lines("said") };
}

async function expectNothingLeft({ port, pids }) {
  expect(pids()).toHaveLength(3);
  await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), PATIENCE);
  expect(await isTaken(port)).toBe(false);
}

const SHELLS = ["sh", "bash"];
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"];
/** dash holds a SIGINT back until its command has ended: see the test behind. */
const CASES = SHELLS.flatMap((shell) => SIGNALS.map((signal) => ({ shell, signal }))).filter(
  ({ shell, signal }) => shell !== "sh" || signal !== "SIGINT",
);

test.runIf(process.platform === "linux").for(CASES)(
  "$signal to npm alone (script shell $shell) stops what npm start has started, in order",
  async ({ shell, signal }) => {
    const started = await launch(["npm", "start", `--script-shell=${shell}`]);
    expect(await isTaken(started.port)).toBe(true);
    process.kill(started.launcher.pid, signal);
    await expectNothingLeft(started);
    expect(started.said()).toEqual(["ready", "in order"]);
  },
);

test.runIf(process.platform === "linux")(
  "SIGINT to npm alone leaves no orphan: where its shell holds it back, npm runs on, and SIGTERM still stops all",
  async () => {
    const started = await launch(["npm", "start"]);
    process.kill(started.launcher.pid, "SIGINT");
    await new Promise((done) => setTimeout(done, 1_000));
    const isRunning = started.pids().filter(isAlive).length === 3;
    expect(isAlive(started.launcher.pid)).toBe(isRunning);
    if (isRunning) process.kill(started.launcher.pid, "SIGTERM");
    await expectNothingLeft(started);
    expect(started.said()).toEqual(["ready", "in order"]);
  },
);

test.runIf(process.platform === "linux").for(SHELLS)(
  "Ctrl-C, which npm repeats (script shell %s), stops in order and not at once",
  async (shell) => {
    const started = await launch(["npm", "start", `--script-shell=${shell}`]);
    // A terminal sends it to the whole group, npm among it.
    process.kill(-started.launcher.pid, "SIGINT");
    await expectNothingLeft(started);
    expect(started.said()).toEqual(["ready", "in order"]);
  },
);

test.runIf(process.platform === "linux")("a start that no npm runs outlives its launcher", async () => {
  const started = await launch(["sh", "-c", "node start.mjs & wait"]);
  process.kill(started.launcher.pid, "SIGKILL");
  await new Promise((done) => started.launcher.once("exit", done));
  await new Promise((done) => setTimeout(done, 1_000));
  expect(started.pids().filter(isAlive)).toHaveLength(3);
  process.kill(started.pids()[0], "SIGTERM");
  await expectNothingLeft(started);
});

test.runIf(process.platform === "linux")(
  "kill -9 of the start itself ends its roles and what these have started",
  async () => {
    const started = await launch(["node", "start.mjs"]);
    process.kill(started.pids()[0], "SIGKILL");
    await expectNothingLeft(started);
  },
);
