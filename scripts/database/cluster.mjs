// Creates, starts, finds and stops one PostgreSQL cluster in a folder. It handles processes and files, not SQL.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { systemEnvironment } from "../../bin/start/role-variables.mjs";
import { nativeFolder, unprivileged } from "./binaries.mjs";

/** The server's log is truncated above this size. It only records starts, stops and refused connections. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_LOG_AGE_MS = 29 * 86_400_000;
/** A fast shutdown rolls back open transactions and writes a checkpoint. After this time it is aborted; the next start recovers. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Settings of every server start. It listens on loopback TCP only. No part of a statement or its values reaches the log:
 * errors quote data, so statement errors are not logged at all (`log` is above `error` in PostgreSQL's order).
 */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_statement: "none",
  log_min_duration_statement: "-1",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
  timezone: "UTC",
  log_timezone: "UTC",
};

/**
 * The files of a cluster under `dir` (…/pg): the data, the stored port, and the passwords. `native`: the folder of the programs,
 * by default that of the installed package.
 */
export function paths(dir, logFile = join(dir, "postgres.log"), native = undefined) {
  return {
    dir,
    native,
    data: join(dir, "data"),
    port: join(dir, "port"),
    adminPassword: join(dir, "admin-password"),
    password: join(dir, "password"),
    log: logFile,
  };
}

/** Reads or creates a random secret in a file of mode 0600. Every user of the machine can connect to the port. */
export function secretFile(path) {
  try {
    writeFileSync(path, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
}

/**
 * Creates the cluster if there is none. It is created in a temporary folder and moved into place, so that an interruption
 * leaves no partial cluster, and only one of two simultaneous starts wins.
 */
export async function init(at) {
  mkdirSync(at.dir, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(at.log), { recursive: true, mode: 0o700 });
  secretFile(at.password);
  secretFile(at.adminPassword);
  if (existsSync(join(at.data, "PG_VERSION"))) return false;
  const fresh = `${at.data}.new-${process.pid}`;
  for (const name of readdirSync(at.dir)) {
    const pid = /^data\.new-(\d+)$/.exec(name)?.[1];
    if (pid && (!alive(Number(pid)) || Number(pid) === process.pid))
      rmSync(join(at.dir, name), { recursive: true, force: true });
  }
  mkdirSync(fresh, { mode: 0o700 });
  const { prefix, user } = unprivileged();
  if (user) handOver(user, [fresh, at.adminPassword]);
  const args = [
    "-D",
    fresh,
    "-U",
    "postgres",
    `--pwfile=${at.adminPassword}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ];
  const [program, ...programArgs] = [
    ...prefix,
    join(nativeFolder(at.dir, at.native), "bin", "initdb"),
    ...args,
  ];
  const failure = await run(program, programArgs);
  if (failure !== undefined) throw new Error(`Creating PostgreSQL's data in ${at.data} failed: ${failure}`);
  return moveIntoPlace(fresh, at.data);
}

/** Moves a complete cluster into place. Returns false if the start of another role on the same data was faster. */
function moveIntoPlace(fresh, data) {
  try {
    renameSync(fresh, data);
    return true;
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    rmSync(fresh, { recursive: true, force: true });
    return false;
  }
}

/** Runs a program asynchronously. Resolves to the last line of its error output if it fails. */
function run(program, args) {
  return new Promise((done) => {
    let errorOutput = "";
    const child = spawn(program, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...systemEnvironment(process.env), LC_ALL: "C" },
    });
    child.stderr.on("data", (chunk) => {
      errorOutput = (errorOutput + chunk).slice(-2_000);
    });
    child.on("error", (error) => done(error.message));
    child.on("close", (code) => done(code === 0 ? undefined : (lastLine(errorOutput) ?? `exit ${code}`)));
  });
}

/** Makes the server's user the owner of the files, and lets it traverse (not list) their parent folders. */
function handOver(user, files) {
  for (const file of files) spawnSync("chown", ["-R", user, file]);
  const parent = dirname(files[0]);
  for (const folder of [parent, dirname(parent)]) chmodSync(folder, statSync(folder).mode | 0o011);
}

/** The process ID and port in the server's pid file, if that process runs and is PostgreSQL. */
export function running(at) {
  const lines = readLines(join(at.data, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !alive(pid) || !isPostgres(pid)) return undefined;
  return { pid, port: Number(lines[3]) };
}

export function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** After a reboot or in a new container, another program may have the process ID. If that is unknown, PostgreSQL is assumed. */
function isPostgres(pid) {
  if (process.platform === "win32") return true;
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    const ps = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return ps.status !== 0 || /postgres/.test(ps.stdout);
  }
}

/**
 * PostgreSQL refuses to start while any running process has the ID in its pid file. If that process is not PostgreSQL, the
 * ID is replaced by that of an exited process. The other lines stay: they tell the server whether processes of its
 * previous run still hold its shared memory.
 */
function releasePid(at) {
  const file = join(at.data, "postmaster.pid");
  const [first, ...otherLines] = readLines(file);
  if (first === undefined || !alive(Number(first)) || isPostgres(Number(first))) return;
  const ended = spawnSync(process.execPath, ["--version"], { stdio: "ignore" }).pid;
  writeFileSync(file, [String(ended), ...otherLines].join("\n"));
}

/** Starts the server process on `port` without waiting until it is ready. `exited` resolves with its code if it exits. */
export function launch(at, port, settings = {}) {
  releasePid(at);
  if (existsSync(at.log)) boundLog(at.log, statSync(at.log).birthtimeMs);
  const log = openSync(at.log, "a", 0o600);
  const { prefix, user } = unprivileged();
  if (user) handOver(user, [at.data]);
  const options = Object.entries({ ...SETTINGS, port: String(port), ...settings }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const env = { ...systemEnvironment(process.env), LC_ALL: "C", TZ: "UTC" };
  const bin = join(nativeFolder(at.dir, at.native), "bin");
  // On Windows only pg_ctl drops an administrator's rights. Elsewhere the server is started directly, in a separate
  // session, so that Ctrl-C in the terminal reaches only the supervisor.
  const [program, ...args] =
    process.platform === "win32"
      ? [join(bin, "pg_ctl"), "-D", at.data, "-W", "-o", options.join(" "), "start"]
      : [...prefix, join(bin, "postgres"), "-D", at.data, ...options];
  const child = spawn(program, args, {
    detached: process.platform !== "win32",
    stdio: ["ignore", log, log],
    env,
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  const exited = new Promise((resolve) => {
    child.on("exit", (code) => resolve(process.platform === "win32" && code === 0 ? undefined : { code }));
    child.on("error", (error) => resolve({ code: error.code }));
  });
  return { pid: child.pid, exited };
}

/**
 * Truncates a log that is too large or whose first line is almost 30 days old, the retention period of operational logs. The
 * server appends, so it continues at the new end. `since` is the time of the log's first line, in ms.
 */
export function boundLog(file, since, now = Date.now()) {
  if (!existsSync(file)) return now;
  if (statSync(file).size <= MAX_LOG_BYTES && now - since < MAX_LOG_AGE_MS) return since;
  truncateSync(file);
  return now;
}

/** Stops the server and waits: open transactions are rolled back, and a checkpoint is written. */
export async function halt(at) {
  const server = running(at);
  if (!server) return;
  if (process.platform === "win32") {
    spawnSync(
      join(nativeFolder(at.dir, at.native), "bin", "pg_ctl"),
      ["-D", at.data, "-m", "fast", "-w", "stop"],
      {
        stdio: "ignore",
      },
    );
    return;
  }
  signal(server.pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  const isRunning = () => running(at)?.pid === server.pid;
  while (isRunning() && Date.now() < deadline) await pause(20);
  if (isRunning()) signal(server.pid, "SIGQUIT");
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** The stored port if it is free, or a free port, which is stored. */
export async function choosePort(at) {
  const stored = Number(readLines(at.port)[0]);
  const port = Number.isInteger(stored) && stored > 0 && (await isFree(stored)) ? stored : await freePort();
  writeFileSync(at.port, `${port}\n`);
  return port;
}

const listen = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const got = probe.address().port;
      probe.close(() => resolve(got));
    });
  });
const isFree = async (port) => (await listen(port)) !== 0;
const freePort = () => listen(0);

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function readLines(file) {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

function lastLine(text) {
  return (text ?? "").trim().split("\n").at(-1)?.trim() || undefined;
}
