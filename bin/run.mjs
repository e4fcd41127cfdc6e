// Runs a command (bin/<name>.ts), on the data of this machine if it needs any, whether or not Parley is running:
//   node bin/run.mjs key --workspace … --role …
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { paths, running } from "../scripts/database/cluster.mjs";
import { runningUrl } from "../scripts/database.mjs";
import { attach } from "./start/attach.mjs";
import { resolveBundleArgument } from "./start/bundle-argument.mjs";
import { openDataDir } from "./start/checks.mjs";
import { embedded } from "./start/database.mjs";
import { onEndSignal } from "./start/end-signals.mjs";
import { canStart, install } from "./start/install.mjs";
import { othersRun, takeLock } from "./start/lock.mjs";
import { environmentOfCommand } from "./start/role-variables.mjs";
import { onceArgs } from "./start/roles.mjs";
import { checkNode, firstSettings, loadDotEnv } from "./start/settings.mjs";
import { isBuilt } from "./start/stale.mjs";
import { StartError } from "./start/terminal.mjs";

const root = join(import.meta.dirname, "..");

/** Aborted when this command is asked to end: its process is killed, and a database that it started is stopped. */
const ending = new AbortController();
onEndSignal(
  () => ending.abort(new StartError("Stopped.")),
  () => process.exit(1),
);

async function main([command, ...args]) {
  checkNode();
  if (command === undefined || !existsSync(join(root, "bin", `${command}.ts`)))
    throw new StartError("Usage: node bin/run.mjs <command> …", 2);
  if (DIAGNOSTIC.includes(command)) return diagnose(command, args);
  const { dataDir } = firstSettings(loadDotEnv(root));
  if (!canStart(root)) await install(root);
  if (!isBuilt(root)) await bundleCommand(command);
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" };
  const lock = await claim(command, dataDir);
  try {
    const database = OFFLINE.includes(command) ? undefined : await databaseFor(command, env, dataDir);
    try {
      process.exitCode = await runToCompletion(command, onceArgs(command, "start").concat(args), env);
    } finally {
      await database?.stop();
    }
  } finally {
    lock?.release();
  }
}

async function bundleCommand(command) {
  const { bundle, entries } = await import("../scripts/build.mjs");
  const { [command]: entry, ...helpers } = entries();
  // A command that starts threads or processes needs their files too.
  await bundle(HELPED.includes(command) ? { [command]: entry, ...helpers } : { [command]: entry });
}

/**
 * Runs a command that examines a deployment that may be broken. It checks the settings itself, starts no database, installs
 * nothing and creates no folder. Without a current build it uses the bundle of the last one if it cannot make another.
 */
async function diagnose(command, args) {
  const dotEnv = join(root, ".env");
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  if (!isBuilt(root)) {
    try {
      await bundleCommand(command);
    } catch {
      if (!existsSync(join(root, "dist", `${command}.js`)))
        throw new StartError("Parley is not built, or its packages are not installed. Run npm start first.");
    }
  }
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" };
  const isExternal = ["DATABASE_URL", "DATABASE_DIRECT_URL"].some((name) => env[name] || env[`${name}_FILE`]);
  const url = isExternal ? undefined : runningUrl(join(dataDir, "pg"));
  if (url !== undefined) env.DATABASE_URL = url;
  process.exitCode = await runToCompletion(
    command,
    onceArgs(command, "start").concat(resolveBundleArgument(args)),
    env,
  );
}

/** Commands that examine a deployment and change nothing. */
const DIAGNOSTIC = ["doctor"];

/** Commands that need no database. They also run where Parley has no data. */
const OFFLINE = ["audit-file-verify", "speech"];

/** Commands that replace all data, or record that it was replaced. They take the start's lock, so that Parley cannot run at the same time. */
const EXCLUSIVE = ["audit-restored", "restore"];

/** Commands that write nothing to DATA_DIR. Others can create keys there. */
const READ_ONLY = ["health", "migrate"];

/** Commands that start other entry points. */
const HELPED = ["speech"];

async function claim(command, dataDir) {
  if (!EXCLUSIVE.includes(command) || !existsSync(dataDir)) return undefined;
  const lock = await takeLock(dataDir);
  if (!(await othersRun(dataDir, lock))) return lock;
  lock.release();
  throw new StartError("Parley is running on this data. Stop it first.");
}

/** Sets DATABASE_URL to the embedded database unless it is set. Returns the database if this command started it. */
async function databaseFor(command, env, dataDir) {
  if (env.DATABASE_URL) {
    if (!READ_ONLY.includes(command)) openDataDir(dataDir);
    return undefined;
  }
  if (env.DATABASE_DIRECT_URL)
    throw new StartError("DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or neither.", 2);
  if (!existsSync(join(dataDir, "pg", "data")))
    throw new StartError(`Parley has no data in ${dataDir} yet. Run npm start first.`);
  const wasUp = running(paths(join(dataDir, "pg"))) !== undefined;
  const database = await embedded(dataDir);
  env.DATABASE_URL = database.url;
  return wasUp ? undefined : database;
}

function runToCompletion(command, args, env) {
  ending.signal.throwIfAborted();
  return new Promise((done, fail) => {
    const child = attach(
      spawn(process.execPath, args, { cwd: root, env: environmentOfCommand(command, env), stdio: "inherit" }),
    );
    ending.signal.addEventListener("abort", () => child.kill());
    child.on("error", fail);
    child.on("close", (code) => done(code ?? 1));
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error.stack ?? error)}\n`);
  process.exitCode = error instanceof StartError ? error.code : 1;
}
