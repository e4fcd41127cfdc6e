// The database of a start: the operator's own (DATABASE_URL), or the embedded one, kept up while the start lives.
import { join } from "node:path";
import { paths } from "../../scripts/database/cluster.mjs";
import { untilReady } from "../../scripts/database/provision.mjs";
import { startDatabase } from "../../scripts/database.mjs";
import { othersRun } from "./lock.mjs";
import { StartError } from "./terminal.mjs";
import { watchDatabase } from "./watchdog.mjs";

/** An operator's database that is itself just starting (compose files start both) gets this long. */
const REACH_TIMEOUT_MS = 15_000;
/** How often the embedded server is looked at. */
const WATCH_MS = 300;

/** Why PostgreSQL refused, by its error code, in words that hold no address, name or password. */
const REFUSALS = {
  "3D000": "the database that it names does not exist. Create it first",
  "28P01": "the user or the password is refused",
  28000: "this user may not connect from here",
  42501: "this user may not connect to that database",
  53300: "the server has no free connection",
  ENOTFOUND: "its host name is not known",
  ECONNREFUSED: "nobody listens there",
  EHOSTUNREACH: "its host cannot be reached",
};

/** Throws one line unless DATABASE_URL can be connected to within 15 s. */
export async function reach(databaseUrl) {
  try {
    await untilReady(databaseUrl, { timeoutMs: REACH_TIMEOUT_MS });
  } catch (error) {
    const why =
      REFUSALS[error.code] ??
      (error.code ? `error ${error.code}` : `no answer within ${REACH_TIMEOUT_MS / 1000} s`);
    throw new StartError(`The database of DATABASE_URL cannot be used: ${why}.`);
  }
}

/** Brings the embedded database up. Throws one line. */
export async function embedded(dataDir) {
  const folder = { dir: join(dataDir, "pg"), logFile: join(dataDir, "logs", "postgres.log") };
  try {
    return await startDatabase(folder);
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL did not start. ${error.message}`);
  }
}

/**
 * Brings the embedded server up and starts it again whenever it is gone (`onEvent` is told). It is stopped too if this
 * process is killed. `up` resolves with its address; `onMoved(url)` is called if it later has to take another port.
 * `stop()` ends it, at any time, unless another role's start on the same data needs it.
 */
export function superviseDatabase(dataDir, { lock, onEvent, onMoved }) {
  const at = paths(join(dataDir, "pg"));
  const watchdog = watchDatabase({
    token: lock.token,
    lockFile: lock.file,
    pidFile: join(at.data, "postmaster.pid"),
  });
  let current;
  let stopping = false;
  const begin = async () => {
    current = await embedded(dataDir);
    return current;
  };
  const look = async () => {
    if (current.alive()) return current.boundLog();
    onEvent("PostgreSQL ended; starting it again.");
    const before = current.url;
    const { url } = await begin();
    if (url !== before) onMoved(url);
  };
  const first = begin();
  let busy = first.catch(() => undefined);
  const next = () => {
    if (stopping) return;
    busy = look().catch((error) => onEvent(error.message));
    busy.then(() => setTimeout(next, WATCH_MS).unref());
  };
  first.then(next, () => undefined);
  return {
    up: first.then(({ url }) => url),
    async stop() {
      stopping = true;
      await busy;
      if (!(await othersRun(dataDir, lock))) await current?.stop();
      watchdog.off();
    },
  };
}
