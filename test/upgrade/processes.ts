import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { waitUntil } from "@/test/fixtures/wait-until";
import { cleanEnv } from "../../bench/processes";
import { freePort } from "../fixtures/free-port";

/** A busy machine starts a process in some seconds; a migration of a million rows takes longer. */
const COMMAND_TIMEOUT_MS = 600_000;

/** A process of a release. `origin`: the address of a server. `log`: its output so far. */
export type Running = {
  origin: string;
  pid: number;
  log: () => string;
  hasExited: () => boolean;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

function spawnEntry(folder: string, entry: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["--enable-source-maps", join("dist", `${entry}.js`), ...args], {
    cwd: folder,
    env: cleanEnv(env),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { child, log: () => output };
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
};

/** Runs an entry of `dist/` to its end. Returns its exit code and its output. */
export async function runEntry(
  folder: string,
  entry: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string; ms: number }> {
  const startedMs = performance.now();
  const { child, log } = spawnEntry(folder, entry, args, env);
  const timer = setTimeout(() => child.kill("SIGKILL"), COMMAND_TIMEOUT_MS);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  return { code, output: log(), ms: performance.now() - startedMs };
}

/** Starts a server or a worker of a release, without a supervisor, and waits until it is up. */
export async function startEntry(
  folder: string,
  entry: "server" | "worker",
  env: Record<string, string>,
): Promise<Running> {
  const port = await freePort();
  const ports = { PORT: String(port), PAGES_PORT: String(await freePort()) };
  const { child, log } = spawnEntry(folder, entry, [], { ...env, ...ports });
  const origin = `http://127.0.0.1:${port}`;
  let isUp = false;
  child.on("message", () => {
    isUp = true;
  });
  await waitUntil(`the ${entry} is up`, async () => {
    if (child.exitCode !== null) throw new Error(`The ${entry} ended. ${log()}`);
    if (entry === "worker") return isUp;
    return fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    origin,
    pid: child.pid ?? 0,
    log,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}
