// Supervises processes: starts them, restarts them when they exit, and shuts them down in order.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pause } from "../../scripts/database/cluster.mjs";
import { StartError } from "./terminal.mjs";

const PRELOAD = pathToFileURL(join(import.meta.dirname, "child.mjs")).href;
/** Delay before a restart, doubled with each consecutive exit up to the maximum: short after one crash, and without a
 *  busy loop when each start crashes. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** After this time a process counts as healthy, and its restart delay is reset. */
const HEALTHY_MS = 60_000;
/** A process that exits this often without ever being up makes the start fail. */
const MAX_EXITS_AT_START = 5;
/** Time between a signal to end and SIGKILL, in addition to the time for draining: calls settle within it. */
const STOP_TIMEOUT_MS = 10_000;
/** A process without a port and without a ready message counts as up after this time. */
const ALIVE_IS_UP_MS = 1_000;
const PROBE_MS = 50;

/** Milliseconds to wait before a restart after `exits` consecutive exits. */
export const restartDelayMs = (exits) => Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, exits - 1), MAX_PAUSE_MS);

/**
 * Keeps one process running. `spec` is `{ name, args (of Node), host?, port? (it listens there), signalsReady? (it sends
 * "up" over IPC when ready), drainMs? (it finishes its calls for so long after SIGTERM), env, cwd }`. `log` receives its output, `onEvent(line)` its exits and restarts. `up`
 * resolves when the process is up for the first time, or rejects with a StartError if it never is. `stop()` ends
 * it at once, with SIGKILL after 10 s; `stop({ drains: true })` lets it finish its calls before.
 */
export function supervise(spec, { log, onEvent = () => undefined, mirror }) {
  let child;
  let stopping = false;
  let exits = 0;
  let everUp = false;
  let timer;
  let succeed;
  let failStart;
  const up = new Promise((done, fail) => {
    succeed = done;
    failStart = fail;
  });
  up.catch(() => undefined);

  const start = () => {
    const startedAt = performance.now();
    const current = spawn(process.execPath, ["--import", PRELOAD, ...spec.args], {
      cwd: spec.cwd,
      env: { ...spec.env, PARLEY_SUPERVISED: "1" },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // A separate process group: Ctrl-C reaches only the supervisor, and a kill reaches the process's children too.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    child = current;
    for (const stream of [current.stdout, current.stderr]) {
      stream.on("data", (chunk) => {
        log.write(chunk);
        mirror?.write(chunk);
      });
    }
    let hasExited = false;
    const onExit = (cause) => {
      hasExited = true;
      handleExit(performance.now() - startedAt, cause);
    };
    current.on("error", (error) => {
      log.write(Buffer.from(`The ${spec.name} cannot be run: ${error.code}\n`));
      // A process that was never created, as with a full process table, emits no exit event.
      if (current.pid === undefined) onExit(error.code);
    });
    current.on("exit", (code, signal) => {
      // Its child processes must not keep its port.
      signalGroup(current.pid, "SIGKILL", true);
      onExit(signal ?? `exit ${code}`);
    });
    const markUp = () => {
      if (hasExited || stopping) return;
      everUp = true;
      succeed();
    };
    if (spec.signalsReady) current.on("message", (message) => message === "up" && markUp());
    else watchUp(spec, () => hasExited || stopping).then((isUp) => isUp && markUp());
  };

  const handleExit = (livedMs, cause) => {
    child = undefined;
    if (stopping) return;
    exits = livedMs > HEALTHY_MS ? 1 : exits + 1;
    if (!everUp && exits >= MAX_EXITS_AT_START) {
      failStart(
        new StartError(
          `The ${spec.name} does not stay up (${cause}, ${exits} times). Its last lines, from ${log.path}:\n${log.last().join("\n")}`,
        ),
      );
      return;
    }
    onEvent(`The ${spec.name} exited (${cause}) and is restarted. Its log: ${log.path}`);
    timer = setTimeout(start, restartDelayMs(exits));
  };

  start();
  return {
    name: spec.name,
    up,
    pid: () => child?.pid,
    /** Ends the process at once; it starts again with the settings of that time. */
    restart() {
      if (child?.pid !== undefined) signalGroup(child.pid, "SIGKILL", true);
    },
    drainMs: spec.drainMs ?? 0,
    async stop({ drains = false } = {}) {
      stopping = true;
      clearTimeout(timer);
      const last = child;
      if (last?.pid === undefined) return;
      const closed = new Promise((done) => last.once("exit", done));
      const drainMs = spec.drainMs ?? 0;
      // A process that drains takes SIGINT as the request to end at once.
      signalGroup(last.pid, drainMs > 0 && !drains ? "SIGINT" : "SIGTERM", false);
      const timeoutMs = STOP_TIMEOUT_MS + (drains ? drainMs : 0);
      const kill = setTimeout(() => signalGroup(last.pid, "SIGKILL", true), timeoutMs);
      await closed;
      clearTimeout(kill);
    },
    kill() {
      stopping = true;
      if (child?.pid !== undefined) signalGroup(child.pid, "SIGKILL", true);
    },
  };
}

function signalGroup(pid, signal, group) {
  try {
    process.kill(group && process.platform !== "win32" ? -pid : pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Resolves to true when the process listens on its port (or has run for a second), to false if `isOver()` first. */
async function watchUp({ host, port }, isOver) {
  const startedAt = performance.now();
  for (;;) {
    if (isOver()) return false;
    if (port === undefined ? performance.now() - startedAt > ALIVE_IS_UP_MS : await listens(host, port))
      return !isOver();
    await pause(PROBE_MS);
  }
}

/** A server that listens on every address is reached over loopback. */
const connectHost = (host) =>
  host === undefined || host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;

function listens(host, port) {
  return new Promise((done) => {
    const socket = connect({ host: connectHost(host), port });
    socket.on("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}
