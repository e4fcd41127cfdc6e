import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Order, Report } from "./worker";

const ROOT = join(import.meta.dirname, "..", "..");

/** A worker in a separate process; it takes one command at a time. */
export async function startWorker() {
  const child: ChildProcess = fork(join(ROOT, "dist", "bench-campaign-worker.js"), { cwd: ROOT });
  await once(child, "message");
  return {
    async obey(order: Order): Promise<Report> {
      const reply = once(child, "message");
      child.send(order);
      return (await reply)[0] as Report;
    },
    async stop(): Promise<void> {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
export type Worker = Awaited<ReturnType<typeof startWorker>>;
