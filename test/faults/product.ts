import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnv } from "@/bench/processes";
import { waitUntil } from "@/test/fixtures/wait-until";
import { freePort } from "../fixtures/free-port";
import { createClient } from "./client";

export const ROOT = join(import.meta.dirname, "..", "..");
/** A start migrates a new database, creates the workspace and the pages. */
const START_MS = 180_000;
const STOP_MS = 60_000;
/** Characters of the start's output in an error. */
const ERROR_CHARS = 4_000;
const OUTPUT_CHARS = 1_000_000;

/** The owner's API key of the first workspace. It belongs to a database that the run deletes. */
const API_KEY = `prl_live_${"f".repeat(16)}_${"0123456789abcdef".repeat(3)}`;

/** Further variables of the surrounding environment that would reach the product. */
const FOREIGN = /^(S3_|SMTP_|MAIL_|TOOL_|npm_)/;

/** The environment of a product's process. */
export function productEnv(extra: Record<string, string>): NodeJS.ProcessEnv {
  const env = cleanEnv({
    PARLEY_INIT_WORKSPACE: "Faults",
    PARLEY_INIT_OWNER_EMAIL: "owner@example.test",
    PARLEY_INIT_OWNER_PASSWORD: "a-password-of-the-fault-tests",
    PARLEY_INIT_API_KEY: API_KEY,
  });
  for (const name of Object.keys(env)) if (FOREIGN.test(name)) delete env[name];
  return { ...env, ...extra };
}

type StartOptions = {
  /** DATA_DIR: the database, keys, storage and logs. */
  dataDir: string;
  env?: Record<string, string>;
  /** Roles of `--only`; without them the start runs the server, the pages and the worker. */
  roles?: readonly string[];
  /** A program and its arguments that run Node, for example faketime. */
  prefix?: readonly string[];
  port?: number;
};

/** Process ids by command line, of a process and its descendants. */
export function descendantsOf(pid: number): { pid: number; command: string }[] {
  const processes = readdirSync("/proc")
    .map(Number)
    .filter((id) => id > 0)
    .flatMap((id) => {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, "utf8");
        const command = readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        // The command's name is in parentheses; the state and the parent follow it.
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return [{ pid: id, parent, command }];
      } catch {
        return [];
      }
    });
  const all: { pid: number; command: string }[] = [];
  const visit = (id: number): void => {
    for (const entry of processes.filter(({ parent }) => parent === id)) {
      all.push(entry);
      visit(entry.pid);
    }
  };
  visit(pid);
  return all;
}

const exitOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

/** Starts the built product as an operator does (`bin/start.mjs`), and waits until it is ready. */
export async function startProduct({ dataDir, env = {}, roles, prefix = [], port }: StartOptions) {
  const listensAt = port ?? (await freePort());
  const only = roles === undefined ? [] : [`--only=${roles.join(",")}`];
  const [program = "", ...args] = [...prefix, process.execPath, "bin/start.mjs", ...only];
  const child = spawn(program, args, {
    cwd: ROOT,
    env: productEnv({ PORT: String(listensAt), DATA_DIR: dataDir, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-OUTPUT_CHARS);
    });
  const killTree = (): void => {
    for (const { pid } of [...descendantsOf(child.pid ?? 0), { pid: child.pid ?? 0 }]) signal(pid, "SIGKILL");
  };
  process.once("exit", killTree);
  try {
    await waitUntil(
      "the product is ready",
      async () => {
        if (child.exitCode !== null) return "exited";
        return output.includes("is ready after");
      },
      { timeoutMs: START_MS },
    );
  } catch (error) {
    killTree();
    throw new Error(`The product does not start. ${output.slice(-ERROR_CHARS)}`, { cause: error });
  }
  if (child.exitCode !== null) throw new Error(`The product does not start. ${output.slice(-ERROR_CHARS)}`);
  const origin = `http://127.0.0.1:${listensAt}`;
  return {
    origin,
    port: listensAt,
    dataDir,
    pid: child.pid ?? 0,
    client: createClient(origin, API_KEY),
    output: () => output,
    /** Lines of a role's log. */
    logLines: (role: string): string[] => readLog(dataDir, role),
    /** The process id of a role. */
    pidOf(role: string): number {
      const pattern = role === "pages" ? "next" : `dist/${role}.js`;
      const match = descendantsOf(child.pid ?? 0).find(({ command }) => command.includes(pattern));
      if (match === undefined) throw new Error(`The ${role} does not run.`);
      return match.pid;
    },
    /** Stops the product in order, as systemd does. */
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      const late = setTimeout(killTree, STOP_MS);
      await exitOf(child);
      clearTimeout(late);
      process.removeListener("exit", killTree);
    },
  };
}
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Sends a signal to a process; a process that has ended is ignored. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** All lines of a role's log files, oldest first. */
export function readLog(dataDir: string, role: string): string[] {
  const folder = join(dataDir, "logs");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.startsWith(role))
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "");
}
