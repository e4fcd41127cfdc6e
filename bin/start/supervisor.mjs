// Keeps processes up: starts them, starts them again when they end, and ends them in order.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pause } from "../../scripts/database/cluster.mjs";
import { StartError } from "./terminal.mjs";

const PRELOAD = pathToFileURL(join(import.meta.dirname, "child.mjs")).href;
/** A process that ends is started again after this, doubled at each end in a row, up to the cap: fast after one
 *  crash, and no furnace when it crashes at once each time. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Up this long, a process counts as healthy and its pauses begin anew. */
const HEALTHY_MS = 60_000;
/** One that never came up and ended this often will not come up at all. */
const MAX_ENDS_AT_START = 5;
/** Between asking a process to end and killing it: calls settle within this. */
const STOP_TIMEOUT_MS = 10_000;
/** A process that has no port and does not tell counts as up when it has lived this long. */
const ALIVE_IS_UP_MS = 1_000;
const PROBE_MS = 50;

/** How long to wait before starting again what has ended `ends` times in a row. */
export const pauseAfter = (ends) => Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, ends - 1), MAX_PAUSE_MS);

/**
 * Keeps one process up. `spec`: `{ name, args (Node's), host?, port? (what it listens on), tells? (it sends "up" by its
 * channel once it is, however long its start takes on a busy machine), env, cwd }`. `log` takes its output.
 * `onEvent(line)` is told of ends and restarts. `up` settles when it is up for the first time, or rejects with a
 * StartError when it will not come up. `stop()` asks, then kills.
 */
export function supervise(spec, { log, onEvent = () => undefined, mirror }) {
  let child;
  let stopping = false;
  let ends = 0;
  let everUp = false;
  let timer;
  let succeed;
  let giveUp;
  const up = new Promise((done, fail) => {
    succeed = done;
    giveUp = fail;
  });
  up.catch(() => undefined);

  const begin = () => {
    const began = performance.now();
    const current = spawn(process.execPath, ["--import", PRELOAD, ...spec.args], {
      cwd: spec.cwd,
      env: { ...spec.env, PARLEY_SUPERVISED: "1" },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // A group of its own: Ctrl-C reaches the supervisor alone, and a kill reaches what the process has started.
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
    let over = false;
    const onEnd = (how) => {
      over = true;
      ended(performance.now() - began, how);
    };
    current.on("error", (error) => {
      log.write(Buffer.from(`The ${spec.name} could not be run: ${error.code}\n`));
      // What was never there (a full table of processes, say) does not exit either.
      if (current.pid === undefined) onEnd(error.code);
    });
    current.on("exit", (code, signal) => {
      // What it had started must not hold its port.
      signalGroup(current.pid, "SIGKILL", true);
      onEnd(signal ?? `exit ${code}`);
    });
    const isUp = () => {
      if (over || stopping) return;
      everUp = true;
      succeed();
    };
    if (spec.tells) current.on("message", (said) => said === "up" && isUp());
    else watchUp(spec, () => over || stopping).then((is) => is && isUp());
  };

  const ended = (livedMs, how) => {
    child = undefined;
    if (stopping) return;
    ends = livedMs > HEALTHY_MS ? 1 : ends + 1;
    if (!everUp && ends >= MAX_ENDS_AT_START) {
      giveUp(
        new StartError(
          `The ${spec.name} does not stay up (${how}, ${ends} times). Its last lines, from ${log.path}:\n${log.last().join("\n")}`,
        ),
      );
      return;
    }
    const wait = pauseAfter(ends);
    onEvent(`The ${spec.name} ended (${how}); starting it again. Its log: ${log.path}`);
    timer = setTimeout(begin, wait);
  };

  begin();
  return {
    name: spec.name,
    up,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const last = child;
      if (last?.pid === undefined) return;
      const closed = new Promise((done) => last.once("exit", done));
      signalGroup(last.pid, "SIGTERM", false);
      const kill = setTimeout(() => signalGroup(last.pid, "SIGKILL", true), STOP_TIMEOUT_MS);
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

/** True once the process listens on its port (or has simply lived); false when `over()` first. */
async function watchUp({ host, port }, over) {
  const began = performance.now();
  for (;;) {
    if (over()) return false;
    if (port === undefined ? performance.now() - began > ALIVE_IS_UP_MS : await listens(host, port))
      return !over();
    await pause(PROBE_MS);
  }
}

/** An address that means "every one" is reached over loopback. */
const reachable = (host) => (host === undefined || host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host);

function listens(host, port) {
  return new Promise((done) => {
    const socket = connect({ host: reachable(host), port });
    socket.on("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}
