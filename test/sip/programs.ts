import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPort, type ScenarioRun, waitUntil } from "./scenario";
import { openTunnelFromTls } from "./tls-tunnel";

/** The log of a program in an error message. */
const MAX_LOG = 6_000;

/** Whether a socket of a protocol has a local port, in a state of the kernel's list. */
function hasSocket(protocol: "tcp" | "udp", port: number, requiredState?: string): boolean {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return [`/proc/net/${protocol}`, `/proc/net/${protocol}6`].some((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .some((line) => {
        const [, local = "", , state] = line.trim().split(/\s+/);
        return (requiredState ?? state) === state && local.endsWith(suffix);
      }),
  );
}

/** Whether a process of this machine listens on a TCP port. */
export const isListening = (port: number): boolean => hasSocket("tcp", port, "0A");

/** Whether a process of this machine has a UDP port. */
export const isBound = (port: number): boolean => hasSocket("udp", port);

/** Starts a program that ends with the scenario. */
export function startProgram(
  run: ScenarioRun,
  command: string,
  args: readonly string[],
): { child: ChildProcess; output: () => string } {
  const child = spawn(command, args, { cwd: run.folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-MAX_LOG);
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  run.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, "exit");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 3_000);
    await closed;
    clearTimeout(timer);
  });
  return { child, output: () => output };
}

export type Sipp = {
  port: number;
  /** Resolves when the scenario of SIPp succeeded. Rejects with its log if it failed. */
  done: Promise<void>;
};

type SippOptions = {
  /** Port of this machine that it calls. Without, it waits for a call. */
  target?: number;
  /** Address of SIPp, by default 127.0.0.1. */
  host?: string;
  transport?: "tcp" | "udp";
  /** Calls, by default one. */
  calls?: number;
  args?: readonly string[];
  /** Seconds after which it fails. */
  limitS?: number;
};

/** Starts SIPp, over TCP by default. */
export async function startSipp(
  run: ScenarioRun,
  xml: string,
  { target, host = "127.0.0.1", transport = "tcp", calls = 1, args = [], limitS = 55 }: SippOptions = {},
): Promise<Sipp> {
  const port = await findPort();
  const [file, log, errors] = ["scenario.xml", "messages.log", "errors.log"].map((name) =>
    join(run.folder, `${port}-${name}`),
  ) as [string, string, string];
  writeFileSync(file, xml);
  const { child, output } = startProgram(run, "sipp", [
    ...["-sf", file, "-t", transport === "tcp" ? "t1" : "u1", "-i", host, "-p", String(port)],
    ...["-m", String(calls), "-nostdin"],
    ...["-trace_msg", "-message_file", log, "-trace_err", "-error_file", errors],
    ...["-timeout", `${limitS}s`, "-timeout_error", "-max_socket", "20", ...args],
    ...(target === undefined ? [] : [`127.0.0.1:${target}`]),
  ]);
  const done = once(child, "exit").then(([code]) => {
    if (code === 0) return;
    const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").slice(-MAX_LOG) : "");
    throw new Error(`SIPp ended with ${code}\n${read(errors)}\n${read(log)}\n${output().slice(-500)}`);
  });
  // The scenario awaits it later.
  done.catch(() => {});
  const isReady = () => (transport === "tcp" ? isListening(port) : isBound(port));
  if (target === undefined) await waitUntil(() => isReady() || child.exitCode !== null, "SIPp listens");
  return { port: run.isTls && target === undefined ? await openTunnelFromTls(run, port) : port, done };
}
