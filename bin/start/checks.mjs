// Checks that run before a start changes anything: a writable folder, free disk space, a free port.
import { accessSync, constants } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { pause } from "../../scripts/database/cluster.mjs";
import { makeFolder } from "./make-folder.mjs";
import { StartError } from "./terminal.mjs";

/** A new database with its first log files takes about 100 MB, in addition to the packages and the build. With less
 *  than this, a running database would soon fail in the middle of a write. */
const MIN_FREE_MB = 500;
/** The processes of a killed start exit within this time and release the port. */
const ORPHANS_END_MS = 12_000;

/** Creates DATA_DIR with mode 700. Throws a StartError if it is not writable. */
export function openDataDir(dataDir) {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `Cannot write to DATA_DIR ${dataDir} (${error.code}). Choose another folder, or make this user its owner.`,
    );
  }
}

/** Creates DATA_DIR with mode 700. Throws a StartError if it is not writable or its disk is nearly full. */
export async function checkDataDir(dataDir) {
  openDataDir(dataDir);
  const disk = await statfs(dataDir);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1_000_000);
  if (freeMb < MIN_FREE_MB) {
    throw new StartError(
      `There are ${freeMb} MB free on the disk of DATA_DIR ${dataDir}; Parley needs at least ${MIN_FREE_MB} MB.`,
    );
  }
}

/**
 * Throws a StartError unless this process can listen on `port`; `name` is the variable that sets it. After a crash it
 * waits for the previous processes to exit.
 */
export async function checkPort(host, port, { afterCrash = false, name = "PORT" } = {}) {
  const deadline = Date.now() + (afterCrash ? ORPHANS_END_MS : 0);
  for (;;) {
    const code = await tryListen(host, port);
    if (code === undefined) return;
    if (code === "EADDRINUSE" && Date.now() < deadline) await pause(200);
    else throw new StartError(portProblem(host, port, { code, name }));
  }
}

/**
 * Throws a StartError unless the metrics ports of these roles are free: METRICS_PORT for the server or the gateway,
 * the next port for the worker, and the one after it for the pages.
 */
export async function checkMetricsPorts(roles, port, { host = "127.0.0.1", afterCrash = false } = {}) {
  if (port === undefined) return;
  const ports = [
    ...(roles.some((role) => role === "server" || role === "gateway") ? [port] : []),
    ...(roles.includes("worker") ? [port + 1] : []),
    ...(roles.includes("pages") ? [port + 2] : []),
  ];
  for (const metricsPort of ports) await checkPort(host, metricsPort, { afterCrash, name: "METRICS_PORT" });
}

function portProblem(host, port, { code, name }) {
  if (code === "EADDRINUSE")
    return `Port ${port} is in use by another program. Stop that program, or choose another port with ${name}=….`;
  if (code === "EACCES")
    return `This user is not allowed to use port ${port}. Choose another port with ${name}=….`;
  return name === "PORT"
    ? `Cannot listen on HOST ${host}, PORT ${port} (${code}).`
    : `Cannot listen on ${name} ${port} (${code}).`;
}

/** Returns the error's code, or undefined if listening works. */
function tryListen(host, port) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", (error) => done(error.code));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(undefined)));
  });
}

/** Finds a free loopback port. */
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
