// The embedded PostgreSQL: one cluster in a folder, shared by `npm start`, `npm run dev`, the tests and CI.
//   node scripts/database.mjs start|stop|status|url [folder]      (folder: DATA_DIR/pg)
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  boundLog,
  choosePort,
  halt,
  init,
  launch,
  paths,
  pause,
  running,
  secretFile,
} from "./database/cluster.mjs";
import { provision, untilReady, url } from "./database/provision.mjs";

/** Attempts to start the server. A port can be taken between its choice and its use, another start can be ahead, and after
 *  a `kill -9` the previous server's processes can hold its shared memory for a moment. */
const ATTEMPTS = 20;
const ATTEMPT_PAUSE_MS = 250;

/** Settings for databases that only tests use: a crash may lose them. */
export const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Starts the cluster in `dir` from any state: new, stopped or killed. A running one is used as it is. `url` is for the
 * product (role and database `parley`), `adminUrl` for the superuser in the database `postgres`, and `superuserUrl` for the superuser
 * in the product's database, where row-level security does not bind it. All contain a password and must not be logged.
 * `native`: the folder of the programs, if not the installed package's. `stop()` is a fast shutdown. Throws an error of one line.
 */
export async function startDatabase({ dir, logFile, native, settings = {}, log = () => undefined }) {
  const at = paths(resolve(dir), logFile, native);
  if (await init(at)) log("created PostgreSQL's data folder");
  const port = await ensureRunning(at, settings);
  const password = secretFile(at.password);
  const adminPassword = secretFile(at.adminPassword);
  const adminUrl = url("postgres", adminPassword, port, "postgres");
  const productUrl = url("parley", password, port, "parley");
  await provision({ adminUrl, productUrl, password });
  let since = Date.now();
  return {
    url: productUrl,
    adminUrl,
    superuserUrl: url("postgres", adminPassword, port, "parley"),
    port,
    pid: running(at)?.pid,
    stop: () => halt(at),
    alive: () => running(at) !== undefined,
    boundLog: () => {
      since = boundLog(at.log, since);
    },
  };
}

/**
 * The URL of the running cluster in `dir`; undefined if it does not run, or if this user cannot read its password. Changes
 * nothing.
 */
export function runningUrl(dir) {
  const at = paths(resolve(dir));
  try {
    const server = running(at);
    const password = readFileSync(at.password, "utf8").trim();
    return server && url("parley", password, server.port, "parley");
  } catch {
    return undefined;
  }
}

/** Starts the server if it is not running, and returns its port once it answers. */
async function ensureRunning(at, settings) {
  let failure;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(ATTEMPT_PAUSE_MS);
    const server = running(at);
    try {
      if (server)
        return await waitUntilReady(at, server.port, () =>
          running(at) ? undefined : "PostgreSQL ended while starting.",
        );
      return await startOnce(at, settings);
    } catch (error) {
      failure = error;
      if (
        !server &&
        !running(at) &&
        !/already exists|in use|lock file|ended while starting/i.test(error.message)
      )
        throw error;
    }
  }
  throw failure;
}

async function startOnce(at, settings) {
  const port = await choosePort(at);
  const { exited } = launch(at, port, settings);
  let exit;
  exited.then((status) => (exit = status));
  return waitUntilReady(
    at,
    port,
    () => exit && `PostgreSQL ended while starting: ${logEnd(at.log)} (log: ${at.log})`,
  );
}

async function waitUntilReady(at, port, exitReason) {
  if (!Number.isInteger(port) || port <= 0)
    throw new Error("PostgreSQL's pid file is being written: in use.");
  await untilReady(url("postgres", secretFile(at.adminPassword), port, "postgres"), { exitReason });
  return port;
}

function logEnd(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.slice(-2).join(" ").slice(0, 400);
}

async function main() {
  const [command = "status", folder = join(process.env.DATA_DIR || ".data", "pg")] = process.argv.slice(2);
  const at = paths(resolve(folder), join(resolve(folder), "..", "logs", "postgres.log"));
  const say = (line) => process.stdout.write(`${line}\n`);
  const server = running(at);
  if (command === "start") {
    const database = await startDatabase({ dir: folder, logFile: at.log, log: say });
    say(`PostgreSQL runs on 127.0.0.1:${database.port} (pid ${database.pid})`);
  } else if (command === "stop") {
    await halt(at);
    say(server ? "PostgreSQL stopped" : "PostgreSQL was not running");
  } else if (command === "url") {
    if (!server) throw new Error("PostgreSQL is not running.");
    say(url("parley", secretFile(at.password), server.port, "parley"));
  } else if (command === "status") {
    say(
      server
        ? `PostgreSQL runs on 127.0.0.1:${server.port} (pid ${server.pid})`
        : "PostgreSQL is not running",
    );
    process.exitCode = server ? 0 : 3;
  } else throw new Error("Usage: node scripts/database.mjs start|stop|status|url [folder]");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
