// A start, from its first check to its shutdown.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkDataDir, checkMetricsPorts, checkPort, freePort } from "./checks.mjs";
import { reachExternal, superviseDatabase } from "./database.mjs";
import { onEndSignal } from "./end-signals.mjs";
import { canStart, install } from "./install.mjs";
import { takeLock } from "./lock.mjs";
import { logFile, startLogSweeps } from "./logs.mjs";
import { firstWorkspace, runOnce } from "./once.mjs";
import { roleSpec } from "./roles.mjs";
import {
  checkNode,
  firstSettings,
  isEveryAddress,
  loadDotEnv,
  openAt,
  productEnv,
  readArguments,
} from "./settings.mjs";
import { isBuilt } from "./stale.mjs";
import { supervise } from "./supervisor.mjs";
import { StartError, seconds, terminal } from "./terminal.mjs";

const root = join(import.meta.dirname, "..", "..");

/** Runs Parley until it is asked to end. `mode` is "start" (built) or "dev" (from sources, with reload). */
export async function run(mode, args = process.argv.slice(2)) {
  const ui = terminal();
  // Steps of the shutdown, run in reverse order: processes, database, lock.
  const cleanups = [];
  const end = async (code, options = {}) => {
    for (const step of cleanups.splice(0).reverse())
      await Promise.resolve(step(options)).catch((error) => ui.fail(error.message));
    process.exit(code);
  };
  const stop = handleSignals(ui, end);
  try {
    await begin({ mode, args, ui, cleanups, stop });
  } catch (error) {
    if (stop.isRequested()) return;
    ui.fail(error instanceof StartError ? error.message : (error.stack ?? String(error)));
    await end(error instanceof StartError ? error.code : 1);
  }
}

/**
 * The first request to end shuts down in order, the second kills every process. Only SIGTERM, with which service managers
 * stop a program, lets calls in progress finish: Ctrl-C and a closed terminal end them at once.
 */
function handleSignals(ui, end) {
  let isRequested = false;
  const kills = [];
  onEndSignal(
    (signal) => {
      isRequested = true;
      ui.say("\nStopping …");
      end(0, { drains: signal === "SIGTERM" });
    },
    () => {
      for (const kill of kills) kill();
      process.exit(1);
    },
  );
  return { isRequested: () => isRequested, onSecond: (kill) => kills.push(kill) };
}

async function begin({ mode, args, ui, cleanups, stop }) {
  const startedAt = performance.now();
  checkNode();
  const options = readArguments(args);
  const first = firstSettings(loadDotEnv(root, { roles: options.roles }));
  let checked = canStart(root) ? await checkEnvironment() : undefined;
  const { dataDir } = checked ? { dataDir: checked.DATA_DIR } : first;
  await checkDataDir(dataDir);
  const lock = await takeLock(dataDir, options.only ? `start-${options.roles.join("-")}` : "start");
  cleanups.push(() => lock.release());
  if (options.roles.some((role) => role === "server" || role === "gateway"))
    await checkPort(first.host, first.port, { afterCrash: lock.tookOver });

  if (!canStart(root)) await ui.step("Installing packages", "Installed packages", () => install(root));
  checked ??= await checkEnvironment();
  await checkMetricsPorts(options.roles, checked.METRICS_PORT, {
    host: checked.METRICS_HOST,
    afterCrash: lock.tookOver,
  });
  const children = [];
  const onMoved = () => {
    for (const child of children) child.restart();
  };
  const { env, databaseUrl } = await database({ checked, dataDir, lock, ui, cleanups, onMoved });
  if (mode === "start") await buildIfStale(ui);
  else await (await import("../../scripts/build.mjs")).generate();
  const pagesPort = checked.PAGES_PORT ?? (options.only ? first.port + 1 : await freePort());
  Object.assign(env, {
    NODE_ENV: mode === "dev" ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATA_DIR: dataDir,
    PAGES_PORT: String(pagesPort),
  });
  env.DATABASE_URL = databaseUrl();
  await ui.step("Migrating the database", "Migrated the database", () =>
    runOnce("migrate", { root, mode, env }),
  );
  const signIn = await firstWorkspace({ root, mode, env, dataDir, live: ui.live });

  const logs = join(dataDir, "logs");
  ignoreFullDisk([process.stdout, process.stderr]);
  const mirror = options.logs || !ui.live ? process.stdout : undefined;
  for (const role of options.roles) {
    const spec = roleSpec(role, { root, mode, env, host: first.host, port: first.port, pagesPort });
    const onEvent = (line) => ui.fail(line);
    children.push(supervise(spec, { log: logFile(logs, role, { onFailure: onEvent }), mirror, onEvent }));
  }
  startLogSweeps(logs);
  cleanups.push(async ({ drains = false }) => {
    // Calls in progress still need the worker and the pages.
    if (drains)
      await Promise.all(children.filter(({ drainMs }) => drainMs > 0).map((child) => child.stop({ drains })));
    await Promise.all(children.map((child) => child.stop()));
  });
  for (const child of children) stop.onSecond(child.kill);
  await ui.step(`Starting ${options.roles.join(", ")}`, `Started ${options.roles.join(", ")}`, () =>
    Promise.all(children.map((child) => child.up)),
  );

  const address =
    checked.PARLEY_BASE_URL ?? `${checked.TLS_CERT ? "https" : "http"}://${openAt(first.host)}:${first.port}`;
  lock.setAddress(options.roles.includes("server") ? address : options.roles.join(", "));
  for (const line of [...signIn, ...greeting(options, address, logs, performance.now() - startedAt)])
    ui.say(line);
  if (options.roles.includes("server") && checked.PARLEY_BASE_URL === undefined && isEveryAddress(first.host))
    ui.say(
      "  People can sign in at localhost only. Set PARLEY_BASE_URL to the address that browsers open.\n",
    );
}

/** Output that is redirected to a file of a full disk must not end the processes. */
function ignoreFullDisk(streams) {
  for (const stream of streams)
    stream.on("error", (error) => {
      if (error.code !== "ENOSPC") throw error;
    });
}

function greeting({ roles }, address, logs, tookMs) {
  const ready = `Parley (${roles.join(", ")}) is ready after ${seconds(tookMs)}. Logs: ${logs}. Press Ctrl-C to stop.`;
  if (!roles.includes("server")) return ["", ready];
  return [
    "",
    ready,
    "",
    `  Address       ${address}`,
    `  API reference ${address}/docs`,
    "  A key         npm run key",
    "",
  ];
}

/** Checks every environment variable with lib/platform/env.ts: from the last build if it is current, else compiled now. */
async function checkEnvironment() {
  const file = join(root, "dist", "check-env.js");
  if (!existsSync(file) || !isBuilt(root)) {
    const { bundle } = await import("../../scripts/build.mjs");
    await bundle({ "check-env": join("lib", "platform", "env.ts") });
  }
  return productEnv(file);
}

/**
 * Connects to or starts the database. Call `databaseUrl()` when needed: a restarted embedded database can have a new port. The
 * environment then has it, and `onMoved` is called.
 */
async function database({ checked, dataDir, lock, ui, cleanups, onMoved }) {
  const env = { ...process.env };
  if (checked.DATABASE_URL !== undefined) {
    await ui.step("Reaching the database", "Reached the database", () => reachExternal(checked));
    return { env, databaseUrl: () => checked.DATABASE_URL };
  }
  let url;
  const supervised = superviseDatabase(dataDir, {
    lock,
    onEvent: (line) => ui.fail(line),
    onMoved: (moved) => {
      url = moved;
      env.DATABASE_URL = moved;
      onMoved();
    },
  });
  // Registered before the server is up, so that a signal during its start also stops it.
  cleanups.push(supervised.stop);
  await ui.step("Starting PostgreSQL", "PostgreSQL is up", async () => {
    url = await supervised.up;
  });
  return { env, databaseUrl: () => url };
}

async function buildIfStale(ui) {
  if (isBuilt(root)) return;
  await ui.step("Building", "Built the pages and the processes", async () => {
    const { buildAll } = await import("../../scripts/build.mjs");
    try {
      await buildAll({ ifStale: true });
    } catch (error) {
      throw new StartError(`The build failed. ${error.message}`);
    }
  });
}
