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
 * Starts the embedded server again whenever it is gone (`onEvent` is told), and has it stopped should this process be
 * killed. `onMoved(url)` is called if it had to take another port. `stop()` ends it, unless another role's start on the same data needs it.
 */
export function keepUp(database, { dataDir, lock, onEvent, onMoved }) {
  const at = paths(join(dataDir, "pg"));
  const watchdog = watchDatabase({
    token: lock.token,
    lockFile: lock.file,
    pidFile: join(at.data, "postmaster.pid"),
  });
  let current = database;
  let busy = Promise.resolve();
  let stopping = false;
  const look = async () => {
    if (current.alive()) return current.boundLog();
    onEvent("PostgreSQL ended; starting it again.");
    const before = current.url;
    current = await embedded(dataDir);
    if (current.url !== before) onMoved(current.url);
  };
  const next = () => {
    if (stopping) return;
    busy = look().catch((error) => onEvent(error.message));
    busy.then(() => setTimeout(next, WATCH_MS).unref());
  };
  next();
  return {
    async stop() {
      stopping = true;
      await busy;
      if (!(await othersRun(dataDir, lock))) await current.stop();
      watchdog.off();
    },
  };
}
