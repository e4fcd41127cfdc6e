// One PostgreSQL cluster in a folder: made, started, watched by its pid, stopped. Knows processes and files, no SQL.
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
import { nativeFolder, unprivileged } from "./binaries.mjs";

/** Above this the server's log is emptied: it holds starts, stops and refused connections, and nobody reads megabytes of them. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_LOG_AGE_MS = 29 * 86_400_000;
/** A fast stop rolls back what is open and writes a checkpoint; beyond this the disk is stuck and the next start recovers. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * What the server is started with each time. Loopback TCP only. Nothing of a statement or of its values reaches the
 * log: errors quote data, so the log takes no errors of statements at all (`log` is above `error` in PostgreSQL's order).
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

/** The files of a cluster under `dir` (…/pg): the data, the kept port, and the passwords. */
export function paths(dir, logFile = join(dir, "postgres.log")) {
  return {
    dir,
    data: join(dir, "data"),
    port: join(dir, "port"),
    adminPassword: join(dir, "admin-password"),
    password: join(dir, "password"),
    log: logFile,
  };
}

/** The secret in a file of mode 0600, made where there is none. Never a constant: the port is open to every user of the machine. */
export function secretFile(path) {
  try {
    writeFileSync(path, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
}

/** Makes the cluster where there is none yet. Done beside and moved into place: one that is interrupted is no half a cluster, and of two at once one counts. */
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
  const [program, ...rest] = [...prefix, join(nativeFolder(), "bin", "initdb"), ...args];
  const failure = await run(program, rest);
  if (failure !== undefined) throw new Error(`PostgreSQL's data could not be made in ${at.data}: ${failure}`);
  return settle(fresh, at.data);
}

/** Moves a whole cluster into place. False where another start, of another role on the same data, was faster. */
function settle(fresh, data) {
  try {
    renameSync(fresh, data);
    return true;
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    rmSync(fresh, { recursive: true, force: true });
    return false;
  }
}

/** Runs a program to its end, without holding up this process. Answers the last line of its complaint if it fails. */
function run(program, args) {
  return new Promise((done) => {
    let complaint = "";
    const child = spawn(program, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, LC_ALL: "C" },
    });
    child.stderr.on("data", (chunk) => {
      complaint = (complaint + chunk).slice(-2_000);
    });
    child.on("error", (error) => done(error.message));
    child.on("close", (code) => done(code === 0 ? undefined : (lastLine(complaint) ?? `exit ${code}`)));
  });
}

/** Gives files to the user that the server runs as, and lets it pass (not look) through the product's own folders. */
function handOver(user, files) {
  for (const file of files) spawnSync("chown", ["-R", user, file]);
  const own = dirname(files[0]);
  for (const folder of [own, dirname(own)]) chmodSync(folder, statSync(folder).mode | 0o011);
}

/** The pid and port that the server wrote down, if that process lives and is PostgreSQL. */
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

/** After a reboot or in a new container the number may belong to anybody. Where it cannot be told, it is taken for PostgreSQL. */
function isPostgres(pid) {
  if (process.platform === "win32") return true;
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    const told = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return told.status !== 0 || /postgres/.test(told.stdout);
  }
}

/**
 * PostgreSQL refuses to start while the number in its pid file belongs to a living process, whoever that is. Where it
 * is provably somebody else, the number is replaced by one of a process that has ended; the rest of the file stays,
 * since from it the server sees whether processes of its former self still hold its memory.
 */
function releasePid(at) {
  const file = join(at.data, "postmaster.pid");
  const [first, ...rest] = readLines(file);
  if (first === undefined || !alive(Number(first)) || isPostgres(Number(first))) return;
  const ended = spawnSync(process.execPath, ["--version"], { stdio: "ignore" }).pid;
  writeFileSync(file, [String(ended), ...rest].join("\n"));
}

/** Starts the server process on `port` without waiting for it. `exited` settles with its code if it ends. */
export function launch(at, port, settings = {}) {
  releasePid(at);
  if (existsSync(at.log)) boundLog(at.log, statSync(at.log).birthtimeMs);
  const log = openSync(at.log, "a", 0o600);
  const { prefix, user } = unprivileged();
  if (user) handOver(user, [at.data]);
  const options = Object.entries({ ...SETTINGS, port: String(port), ...settings }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const bin = join(nativeFolder(), "bin");
  // On Windows only pg_ctl gives up an administrator's rights. Elsewhere the server is started directly, in a session
  // of its own, so that Ctrl-C in the terminal reaches the supervisor alone.
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
 * Empties a log that has grown too long, or whose first line is about to be 30 days old (operational logs are kept no
 * longer). The server appends, so it goes on at the new end. `since` is when this log was begun.
 */
export function boundLog(file, since, now = Date.now()) {
  if (!existsSync(file)) return now;
  if (statSync(file).size <= MAX_LOG_BYTES && now - since < MAX_LOG_AGE_MS) return since;
  truncateSync(file);
  return now;
}

/** A fast stop, waited for: open transactions are rolled back, a checkpoint is written. */
export async function halt(at) {
  const server = running(at);
  if (!server) return;
  if (process.platform === "win32") {
    spawnSync(join(nativeFolder(), "bin", "pg_ctl"), ["-D", at.data, "-m", "fast", "-w", "stop"], {
      stdio: "ignore",
    });
    return;
  }
  signal(server.pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  const here = () => running(at)?.pid === server.pid;
  while (here() && Date.now() < deadline) await pause(20);
  if (here()) signal(server.pid, "SIGQUIT");
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** The kept port, or a free one, kept from now on. */
export async function choosePort(at) {
  const kept = Number(readLines(at.port)[0]);
  const port = Number.isInteger(kept) && kept > 0 && (await isFree(kept)) ? kept : await freePort();
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
