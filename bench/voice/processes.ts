import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Sample, Up } from "./wire";

const ROOT = join(import.meta.dirname, "..", "..");

/** The gateway in a process of its own, so that the callers cost it nothing. `profiles`: where Node writes a CPU profile. */
export async function startGateway(profiles: string | null) {
  const child: ChildProcess = fork(join(ROOT, "dist", "bench-voice-gateway.js"), {
    cwd: ROOT,
    execArgv: profiles === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`],
  });
  const gone = once(child, "exit").then(([code]) => {
    throw new Error(`The gateway has ended with ${code}.`);
  });
  gone.catch(() => undefined);
  const up = (await Promise.race([once(child, "message").then(([told]) => told), gone])) as Up;
  return {
    up,
    pid: child.pid ?? 0,
    async sample(): Promise<Sample> {
      const told = once(child, "message").then(([said]) => said);
      child.send("sample");
      return (await Promise.race([told, gone])) as Sample;
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>;
