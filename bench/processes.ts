import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { childOf } from "./cpu";
import type { Job, LoadReply, Sent } from "./load";

export const ROOT = join(import.meta.dirname, "..");
const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
/** A start may build the product first. */
const READY_TIMEOUT_MS = 300_000;

/** The surrounding environment without what would reach into the product that is measured or tested. */
export function cleanEnv(extraEnv: Record<string, string>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^(PARLEY_|DATABASE_|E2E_|PORT$|PAGES_PORT$|DATA_DIR$|HOST$|LOG_LEVEL$|NODE_OPTIONS$)/.test(name))
      delete env[name];
  }
  return { ...env, HOST: "127.0.0.1", PARLEY_DEMO: "0", NODE_ENV: "production", ...extraEnv };
}

/** Runs a TypeScript file to its end; answers what it wrote. */
export function runScript(args: readonly string[], env: Record<string, string>): string {
  return execFileSync(process.execPath, [TSX, ...args], {
    cwd: ROOT,
    env: cleanEnv(env),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** A process that is measured: its pid is that of what does the work. */
export type Running = {
  pid: number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** The exit code, or null if a signal killed the process. */
  exited: Promise<number | null>;
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once("exit", () => done());
  });

const runningOf = (child: ChildProcess, pid = child.pid ?? 0): Running => ({
  pid,
  stop: stopOf(child),
  exited: ended(child).then(() => child.exitCode),
});

function stopOf(child: ChildProcess): () => Promise<void> {
  return async () => {
    child.kill("SIGTERM");
    await ended(child);
  };
}

/** Its command line, by which the supervised process is found. */
const COMMAND = {
  server: /dist[/\\]server\.js/,
  pages: /next/,
  worker: /dist[/\\]worker\.js/,
  gateway: /dist[/\\]gateway\.js/,
} as const;
export type Role = keyof typeof COMMAND;

/** Starts one role of the built product as an operator does, and waits until it is ready. */
export async function startRole(role: Role, env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ["bin/start.mjs", `--only=${role}`], {
    cwd: ROOT,
    env: cleanEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((done, fail) => {
    const late = setTimeout(
      () => fail(new Error(`The ${role} does not come up. ${output}`)),
      READY_TIMEOUT_MS,
    );
    const hear = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (!/is ready after/.test(output)) return;
      clearTimeout(late);
      done();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => fail(new Error(`The ${role} ended. ${output}`)));
  });
  return runningOf(child, childOf(child.pid ?? 0, COMMAND[role]));
}

/** How often a server that says nothing is asked whether it answers. */
const PROBE_MS = 100;

async function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts the built server alone, without a supervisor, with these options of Node. */
export async function startBuilt(options: readonly string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [...options, join("dist", "server.js")], {
    cwd: ROOT,
    env: cleanEnv(env),
    stdio: "inherit",
  });
  while (!(await answers(`http://127.0.0.1:${env.PORT}`))) {
    if (child.exitCode !== null) throw new Error("The server ended.");
    await pause(PROBE_MS);
  }
  return runningOf(child);
}

/** Starts the built server alone, so that Node writes a CPU profile of it into `dir` at its end. */
export const startProfiled = (dir: string, env: Record<string, string>): Promise<Running> =>
  startBuilt(["--cpu-prof", `--cpu-prof-dir=${dir}`], env);

/** Starts a bundled file that says when it is ready, and ends with its parent. */
export async function startNode(file: string, env: Record<string, string>): Promise<Running> {
  const child = fork(join(ROOT, file), { cwd: ROOT, env: cleanEnv(env) });
  await new Promise<void>((done, fail) => {
    child.once("message", () => done());
    child.once("exit", () => fail(new Error(`${file} ended.`)));
  });
  return runningOf(child);
}

/** The process that sends requests. `send` runs one job and throws when an answer was none of success. */
export type Load = { send(job: Job): Promise<Sent>; stop(): Promise<void> };

export function startLoad(): Load {
  const child = fork(join(ROOT, "dist", "bench-load.js"), { cwd: ROOT, env: cleanEnv({}) });
  return {
    send: (job) =>
      new Promise((done, fail) => {
        child.once("message", (reply: LoadReply) =>
          "sent" in reply ? done(reply.sent) : fail(new Error(reply.failed)),
        );
        child.send(job);
      }),
    stop: stopOf(child),
  };
}
