// The database of a start: an external one (DATABASE_URL), or the embedded one, which is restarted if it ends.
import { join } from "node:path";
import { paths } from "../../scripts/database/cluster.mjs";
import { NOT_YET, untilReady } from "../../scripts/database/provision.mjs";
import { startDatabase } from "../../scripts/database.mjs";
import { othersRun } from "./lock.mjs";
import { StartError } from "./terminal.mjs";
import { watchDatabase } from "./watchdog.mjs";

/** Time for an external database to become ready: compose files start it together with Parley. */
const REACH_TIMEOUT_MS = 15_000;
/** Interval between checks that the embedded server runs. */
const WATCH_MS = 300;

/** The reason for a refused connection by error code, without the address, the user or the password. */
const REFUSALS = {
  "3D000": "the database does not exist. Create it first",
  "28P01": "the user or the password is refused",
  28000: "this user is not allowed to connect from this machine",
  42501: "this user is not allowed to connect to this database",
  53300: "the server has no free connection",
  ENOTFOUND: "its host name cannot be resolved",
  ECONNREFUSED: "no server listens at this address",
  EHOSTUNREACH: "its host cannot be reached",
};

/** With this code PgBouncer answers while PostgreSQL starts, among other refusals. */
const POOLER_REFUSES = "08P01";
const isTemporaryOfPooler = (code) => code === POOLER_REFUSES || NOT_YET.has(code);

/** Waits for the database and, if there is one, for the pooler before it. Throws a StartError. */
export async function reachExternal({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }) {
  if (directUrl === undefined) return reach(url, "DATABASE_URL");
  await reach(directUrl, "DATABASE_DIRECT_URL");
  await reach(url, "DATABASE_URL", isTemporaryOfPooler);
}

/** Throws a StartError unless the URL, of the variable `name`, accepts a connection within 15 s. */
async function reach(url, name, isTemporary) {
  try {
    await untilReady(url, { timeoutMs: REACH_TIMEOUT_MS, ...(isTemporary && { isTemporary }) });
  } catch (error) {
    const reason =
      REFUSALS[error.code] ??
      (error.code ? `error ${error.code}` : `no answer within ${REACH_TIMEOUT_MS / 1000} s`);
    throw new StartError(`The database of ${name} cannot be used: ${reason}.`);
  }
}

/** Starts the embedded database. Throws a StartError of one line. */
export async function embedded(dataDir) {
  const folder = { dir: join(dataDir, "pg"), logFile: join(dataDir, "logs", "postgres.log") };
  try {
    return await startDatabase(folder);
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL did not start. ${error.message}`);
  }
}

/**
 * Starts the embedded server and restarts it when it ends, with a line to `onEvent`. It also stops if this process is
 * killed. `up` resolves with its URL; `onMoved(url)` is called if a restart had to take another port. `stop()` stops
 * it at any time, unless the start of another role uses the same database.
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
    onEvent("PostgreSQL exited and is restarted.");
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
