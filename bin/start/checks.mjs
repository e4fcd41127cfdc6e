// What must hold before anything is touched: a folder to write to, room on its disk, a free port.
import { accessSync, constants, mkdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { pause } from "../../scripts/database/cluster.mjs";
import { StartError } from "./terminal.mjs";

/** A fresh database with its first log files takes about 100 MB, packages and build are beside it; below this a
 *  running database would soon stop in the middle of a write. */
const MIN_FREE_MB = 500;
/** Processes of a start that was killed end by themselves within this time, and give the port back. */
const ORPHANS_END_MS = 12_000;

/** Makes DATA_DIR, for its owner alone, and throws where it cannot be written to or its disk is nearly full. */
export async function checkDataDir(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written to (${error.code}). Choose another folder or give it to this user.`,
    );
  }
  const disk = await statfs(dataDir);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1_000_000);
  if (freeMb < MIN_FREE_MB) {
    throw new StartError(
      `There are ${freeMb} MB free on the disk of DATA_DIR ${dataDir}; Parley needs at least ${MIN_FREE_MB} MB.`,
    );
  }
}

/** Throws unless `port`, of the variable `name`, can be listened on. After a crash the former processes are given time to end. */
export async function checkPort(host, port, { afterCrash = false, name = "PORT" } = {}) {
  const deadline = Date.now() + (afterCrash ? ORPHANS_END_MS : 0);
  for (;;) {
    const code = await tryListen(host, port);
    if (code === undefined) return;
    if (code === "EADDRINUSE" && Date.now() < deadline) await pause(200);
    else throw new StartError(portProblem(host, port, { code, name }));
  }
}

/** Throws unless the metrics of these roles can be listened on: at METRICS_PORT, and the worker's at the port above it. */
export async function checkMetricsPorts(roles, port, { afterCrash = false } = {}) {
  if (port === undefined) return;
  const listens = [
    ...(roles.some((role) => role === "server" || role === "gateway") ? [port] : []),
    ...(roles.includes("worker") ? [port + 1] : []),
  ];
  for (const one of listens) await checkPort("127.0.0.1", one, { afterCrash, name: "METRICS_PORT" });
}

function portProblem(host, port, { code, name }) {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Stop it, or choose another with ${name}=….`;
  if (code === "EACCES") return `Port ${port} may not be used by this user. Choose another with ${name}=….`;
  return name === "PORT"
    ? `HOST ${host}, PORT ${port} cannot be listened on (${code}).`
    : `${name} ${port} cannot be listened on (${code}).`;
}

/** The error's code, or undefined where listening works. */
function tryListen(host, port) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", (error) => done(error.code));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(undefined)));
  });
}

/** A loopback port that is free now. */
export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
