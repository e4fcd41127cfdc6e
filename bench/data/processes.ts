import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cpuUs } from "../cpu";
import { ROOT } from "../processes";

const PROBE_MS = 50;
const READY_TIMEOUT_MS = 60_000;

/** A process of the product as it is built, without its supervisor. */
export type Process = { cpuMs(): number; stop(): Promise<void> };

/** Starts `dist/<name>.js`, and waits until it is up: a server answers, a worker says so. `profiles`: where Node writes a CPU profile. */
export async function startProcess(
  name: "server" | "worker",
  extraEnv: Record<string, string>,
  profiles: string | null,
): Promise<Process> {
  const args = profiles === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const child = spawn(process.execPath, [...args, join("dist", `${name}.js`)], {
    cwd: ROOT,
    env: { ...process.env, ...extraEnv },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { pid = 0 } = child;
  if (name === "worker") await once(child, "message");
  else {
    const late = performance.now() + READY_TIMEOUT_MS;
    const up = () =>
      fetch(`http://127.0.0.1:${extraEnv.PORT}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await up())) {
      if (child.exitCode !== null || performance.now() > late)
        throw new Error("The server does not come up.");
      await pause(PROBE_MS);
    }
  }
  return {
    cpuMs: () => cpuUs(pid) / 1_000,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}
