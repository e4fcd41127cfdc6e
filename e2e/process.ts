import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";

const root = join(import.meta.dirname, "..");

/** Time limit for the exit of a start. */
export const END_TIMEOUT_MS = 45_000;
/** Time limit for a first start, which makes a database, on a loaded machine. */
export const READY_TIMEOUT_MS = 180_000;

/** A Parley in separate processes that a test controls, with its standard output and standard error. */
export type Started = {
  process: ChildProcess;
  output(): string;
  complaint(): string;
  exit: Promise<number | null>;
};

/** Runs bin/start.mjs with these variables and nothing of the surrounding run's. */
export const start = (env: Record<string, string>, args: string[] = []): Started =>
  launch([process.execPath, "bin/start.mjs", ...args], env);

/** Runs a command that starts Parley, with these variables and nothing of the surrounding run's. */
export function launch([program = "", ...args]: string[], env: Record<string, string>): Started {
  const extraEnv: NodeJS.ProcessEnv = { ...process.env };
  for (const name of Object.keys(extraEnv)) {
    if (/^(PARLEY_|DATABASE_|E2E_|npm_|PORT$|DATA_DIR$|HOST$)/.test(name)) delete extraEnv[name];
  }
  const child = spawn(program, args, {
    cwd: root,
    env: { ...extraEnv, HOST: "127.0.0.1", PARLEY_DEMO: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaint = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint += chunk.toString("utf8");
  });
  const exit = new Promise<number | null>((done) => child.once("close", done));
  return { process: child, output: () => output, complaint: () => complaint, exit };
}

/** Waits until it says that it is ready. */
export async function ready(started: Started): Promise<void> {
  await expect.poll(() => started.output(), { timeout: READY_TIMEOUT_MS }).toMatch(/is ready after/);
}

/** An empty folder for one Parley's data, and how to be rid of it and of the database in it. */
export function dataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "parley-start-"));
  return {
    path,
    remove() {
      if (existsSync(join(path, "pg")))
        execFileSync(process.execPath, ["scripts/database.mjs", "stop", join(path, "pg")], { cwd: root });
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The pids of the processes that `parent` has started and whose command line matches. */
export function childrenOf(parent: number, command: RegExp): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, ppid, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && command.test(args) && !args.includes("<defunct>") ? [Number(pid)] : [];
  });
}

/** The working directory of a process; null where the system does not tell, or if the process has ended. */
function workingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/**
 * IDs of all processes of this data folder: Parley's have it in their environment, and PostgreSQL's, which get no variable of
 * Parley's, work in it.
 */
export function processesOn(dataDir: string): number[] {
  const database = join(dataDir, "pg", "data");
  const lines = execFileSync("ps", ["axeww", "-o", "pid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid = "", stat = "", words = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (stat.startsWith("Z")) return [];
    const isHere = ` ${words} `.includes(` DATA_DIR=${dataDir} `) || workingDirectory(pid) === database;
    return isHere ? [Number(pid)] : [];
  });
}

/** The pid of the embedded database's server. */
export function databasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "pg", "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Whether the process runs; one that has ended and waits for its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}
