// One start at a time on the same data. The lock is a file that names its holder and a loopback port on which the
// holder answers with the lock's token: a pid alone may belong to anybody by now.
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

/** The holder touches its lock this often, so that another machine or container, which cannot ask it, sees it live. */
const BEAT_MS = 4_000;
/** Three beats missed. */
const FOREIGN_STALE_MS = 12_000;
const ASK_TIMEOUT_MS = 2_000;
/** The port takes the connection and says nothing: a holder that is busy, or a stranger. */
const BUSY = "busy";
/** Between two looks at a lock that is waited for. */
const WAIT_MS = 300;
/** Longer than another start needs between judging a lock and moving it; whoever lost its lock in that moment sees it. */
const SETTLE_MS = 60;

/**
 * Takes `DATA_DIR/<name>.lock`. Answers `{ token, file, tookOver, tell(address), release() }`; `tookOver` says that the
 * former holder had died without releasing it. Throws a StartError that names the holder while it lives.
 */
export async function takeLock(dataDir, name = "start") {
  const file = join(dataDir, `${name}.lock`);
  const token = randomBytes(12).toString("hex");
  const answering = await answer(token);
  const mine = { pid: process.pid, host: hostname(), port: answering.address().port, token, address: null };
  const draft = `${file}.${token}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    const tookOver = await acquire(file, draft);
    await pause(SETTLE_MS);
    const now = read(file);
    if (now?.token !== token) throw held(now);
    const beat = setInterval(() => touch(file), BEAT_MS);
    beat.unref();
    return {
      token,
      file,
      tookOver,
      tell: (address) => replace(file, { ...mine, address }),
      release: () => {
        clearInterval(beat);
        answering.close();
        if (read(file)?.token === token) rmSync(file, { force: true });
      },
    };
  } catch (error) {
    answering.close();
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Does `work` under the lock of that name, after whoever else holds it. */
export async function exclusively(folder, name, work) {
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

/** Whether a start of another role runs on the same data, and so uses the same embedded database. */
export async function othersRun(dataDir, own) {
  const locks = readdirSync(dataDir).filter((name) => /^start[a-z-]*\.lock$/.test(name));
  const files = locks.map((name) => join(dataDir, name)).filter((file) => file !== own.file);
  const alive = await Promise.all(files.map((file) => lives(read(file), file)));
  return alive.includes(true);
}

/** Links the draft into place; a link is made by one process alone, and with its whole content. */
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
    if (await lives(holder, file)) throw held(holder);
    tookOver = true;
    discard(file, holder, `${draft}.old`);
  }
}

/** Moves a dead holder's lock away. What was moved is looked at: had another start just put its own there, it goes back. */
function discard(file, dead, aside) {
  if (read(file)?.token !== dead?.token) return;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  try {
    if (read(aside)?.token !== dead?.token) linkSync(aside, file);
  } finally {
    unlinkSync(aside);
  }
}

const held = (holder) => {
  const who =
    holder?.host === hostname()
      ? `pid ${holder.pid}`
      : `on ${holder?.host ?? "another machine"}, pid ${holder?.pid ?? "?"}`;
  return new StartError(
    `Parley already runs on this data (${who}${holder?.address ? `, ${holder.address}` : ", starting"}).`,
  );
};

/** Whether the holder of a lock still runs. On this machine it is asked; elsewhere its beat is watched. */
async function lives(holder, file) {
  if (holder === undefined) return false;
  if (holder.host === hostname()) {
    const said = await ask(holder.port);
    return said === holder.token || (said === BUSY && alive(holder.pid));
  }
  const seen = mtime(file);
  const deadline = Date.now() + FOREIGN_STALE_MS;
  while (Date.now() < deadline) {
    if (mtime(file) !== seen) return read(file)?.token === holder.token;
    await pause(500);
  }
  return false;
}

function answer(token) {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(token);
    });
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => done(server.unref()));
  });
}

function ask(port) {
  return new Promise((done) => {
    let said = "";
    const socket = connect({ host: "127.0.0.1", port });
    socket.setTimeout(ASK_TIMEOUT_MS, () => {
      done(BUSY);
      socket.destroy();
    });
    socket.on("data", (chunk) => {
      said = (said + chunk).slice(0, 64);
    });
    socket.on("error", () => done(undefined));
    socket.on("close", () => done(said));
  });
}

/** The holder that a lock names; undefined where there is none or it is not readable as one. */
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
    // Somebody removed the folder under a running start; there is nothing left to guard.
  }
}
