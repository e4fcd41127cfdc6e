import { readFileSync } from "node:fs";

/** Since Node 23.9; the type definitions are those of the oldest Node that works. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };

/** Linux: nanoseconds on a processor, nanoseconds waiting for one, and time slices, of the thread that reads it. */
const SCHEDSTAT = "/proc/thread-self/schedstat";

/** Processor time of this thread in milliseconds; null if neither Node nor the system tells. */
export function readThreadCpuMs(): number | null {
  if (threadCpuUsage !== undefined) {
    const { user, system } = threadCpuUsage.call(process);
    return (user + system) / 1_000;
  }
  try {
    const ns = Number(readFileSync(SCHEDSTAT, "utf8").split(" ")[0]);
    return Number.isFinite(ns) ? ns / 1_000_000 : null;
  } catch {
    return null;
  }
}
