// Allows one start at a time per data folder. The lock file names its holder and a loopback port at which the holder
// answers with the lock's token. A process ID is not enough: the system reuses it.
import { randomBytes } from "node:crypto";
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { alive, pause } from "../../scripts/database/cluster.mjs";
import { StartError } from "./terminal.mjs";

/** Interval at which the holder touches its lock file. Another machine or container cannot reach its port. */
const HEARTBEAT_MS = 4_000;
/** Three missed heartbeats. */
const FOREIGN_STALE_MS = 12_000;
const REQUEST_TIMEOUT_MS = 2_000;
/** The port accepts the connection but sends nothing: a busy holder, or another program. */
const BUSY = "busy";
/** Interval between attempts to take a lock that another process holds. */
const WAIT_MS = 300;
/** Longer than another start needs between finding a lock stale and moving it. After this pause, a lost lock shows. */
const SETTLE_MS = 60;

/**
 * Takes `DATA_DIR/<name>.lock`. Returns `{ token, file, tookOver, setAddress(address), release() }`; `tookOver` is true
 * if the previous holder died without releasing it. Throws a StartError that names a running holder.
 */
export async function takeLock(dataDir, name = "start") {
  const file = join(dataDir, `${name}.lock`);
  const token = randomBytes(12).toString("hex");
  const tokenServer = await serveToken(token);
  const holder = {
    pid: process.pid,
    host: hostname(),
    port: tokenServer.address().port,
    token,
    address: null,
  };
  const draft = `${file}.${token}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    const tookOver = await acquire(file, draft);
    await pause(SETTLE_MS);
    const current = read(file);
    if (current?.token !== token) throw alreadyRuns(current);
    const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
    heartbeat.unref();
    return {
      token,
      file,
      tookOver,
      setAddress: (address) => replace(file, { ...holder, address }),
      release: () => {
        clearInterval(heartbeat);
        tokenServer.close();
        if (read(file)?.token === token) rmSync(file, { force: true });
      },
    };
  } catch (error) {
    tokenServer.close();
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Runs `work` while holding the lock of that name. Waits while another process holds it. */
export async function runExclusively(folder, name, work) {
  for (;;) {
    let lock;
    try {
      lock = await takeLock(folder, name);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      await pause(WAIT_MS);
      continue;
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }
}

/** Whether the start of another role runs on the same data and uses the same embedded database. */
export async function othersRun(dataDir, lock) {
  const locks = readdirSync(dataDir).filter((name) => /^start[a-z-]*\.lock$/.test(name));
  const files = locks.map((name) => join(dataDir, name)).filter((file) => file !== lock.file);
  const alive = await Promise.all(files.map((file) => isRunning(read(file), file)));
  return alive.includes(true);
}

/** Links the draft to the lock's path. Only one process can create the link, and the file is complete from the start. */
async function acquire(file, draft) {
  let tookOver = false;
  for (;;) {
    try {
      linkSync(draft, file);
      return tookOver;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = read(file);
    if (await isRunning(holder, file)) throw alreadyRuns(holder);
    tookOver = true;
    discard(file, holder, `${draft}.old`);
  }
}

/** Moves a dead holder's lock away. If another start has just placed its lock there, that lock is put back. */
function discard(file, dead, movedFile) {
  if (read(file)?.token !== dead?.token) return;
  try {
    renameSync(file, movedFile);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  try {
    if (read(movedFile)?.token !== dead?.token) linkSync(movedFile, file);
  } finally {
    unlinkSync(movedFile);
  }
}

const alreadyRuns = (holder) => {
  const location =
    holder?.host === hostname()
      ? `pid ${holder.pid}`
      : `on ${holder?.host ?? "another machine"}, pid ${holder?.pid ?? "?"}`;
  return new StartError(
    `Parley already runs on this data (${location}${holder?.address ? `, ${holder.address}` : ", starting"}).`,
  );
};

/** Whether the holder of a lock runs. On this machine its port is asked; on another, its heartbeat is watched. */
async function isRunning(holder, file) {
  if (holder === undefined) return false;
  if (holder.host === hostname()) {
    const reply = await requestToken(holder.port);
    return reply === holder.token || (reply === BUSY && alive(holder.pid));
  }
  const firstMtime = mtime(file);
  const deadline = Date.now() + FOREIGN_STALE_MS;
  while (Date.now() < deadline) {
    if (mtime(file) !== firstMtime) return read(file)?.token === holder.token;
    await pause(500);
  }
  return false;
}

function serveToken(token) {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(token);
    });
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => done(server.unref()));
  });
}

function requestToken(port) {
  return new Promise((done) => {
    let reply = "";
    const socket = connect({ host: "127.0.0.1", port });
    socket.setTimeout(REQUEST_TIMEOUT_MS, () => {
      done(BUSY);
      socket.destroy();
    });
    socket.on("data", (chunk) => {
      reply = (reply + chunk).slice(0, 64);
    });
    socket.on("error", () => done(undefined));
    socket.on("close", () => done(reply));
  });
}

/** The holder that a lock file names; undefined if there is no file or it is not valid. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function replace(file, content) {
  writeFileSync(`${file}.next`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.next`, file);
}

function mtime(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder was removed while the start runs, so there is nothing left to lock.
  }
}
