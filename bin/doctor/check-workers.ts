import type { Processes } from "@/lib/platform/health";
import { type Finding, failed, passed, warning } from "./finding";

/** Whether a worker takes jobs. */
export async function checkWorkers({ read }: { read: () => Promise<Processes> }): Promise<Finding> {
  const { workers } = await read();
  const running = workers.filter(({ lives }) => lives).length;
  const silent = workers.length - running;
  if (running === 0)
    return failed(
      workers.length === 0 ? "no worker has sent a heartbeat" : `no worker is running, ${silent} silent`,
      "Start Parley, or a worker alone: node bin/start.mjs --only=worker. If it ends again, read DATA_DIR/logs/worker.log.",
    );
  const latest = Math.min(...workers.filter(({ lives }) => lives).map(({ seen_s }) => seen_s));
  const summary = `${running} running (a process has three, one for each lane), last heartbeat ${latest} s ago`;
  if (silent > 0)
    return warning(
      `${summary}; ${silent} silent`,
      "If one of them should run, look at its machine. Its jobs are taken over, and its row disappears after half a minute.",
    );
  return passed(summary);
}
