import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Sample, Up } from "./wire";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * The gateway in a separate process, so that the callers do not use its CPU. `profiles`: folder for a CPU profile. `env`: added
 * to its environment.
 */
export async function startGateway(profiles: string | null, env: Readonly<Record<string, string>> = {}) {
  const child: ChildProcess = fork(join(ROOT, "dist", "bench-voice-gateway.js"), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    execArgv: profiles === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`],
  });
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`The gateway has ended with ${code}.`);
  });
  exited.catch(() => undefined);
  const up = (await Promise.race([once(child, "message").then(([told]) => told), exited])) as Up;
  return {
    up,
    pid: child.pid ?? 0,
    async sample(): Promise<Sample> {
      const reply = once(child, "message").then(([said]) => said);
      child.send("sample");
      return (await Promise.race([reply, exited])) as Sample;
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>;
