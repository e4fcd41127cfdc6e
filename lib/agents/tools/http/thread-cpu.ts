import { readFileSync } from "node:fs";

/** Since Node 23.9; the type definitions are those of the oldest Node that works. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };

/** Linux: nanoseconds on a processor, nanoseconds waiting for one, and time slices, of the thread that reads it. */
const SCHEDSTAT = "/proc/thread-self/schedstat";

const toMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

function readSchedstatMs(): number | null {
  try {
    const ns = Number(readFileSync(SCHEDSTAT, "utf8").split(" ")[0]);
    return Number.isFinite(ns) ? ns / 1_000_000 : null;
  } catch {
    return null;
  }
}

/** Processor time in milliseconds. `isOfThread`: of this thread; else of the whole process, with its threads of speech. */
export type CpuTime = { ms: number; isOfThread: boolean };

/** Reads this thread's processor time; the process's if neither Node nor the system tells the thread's. */
export function readCpuTime(): CpuTime {
  if (threadCpuUsage !== undefined) return { ms: toMs(threadCpuUsage.call(process)), isOfThread: true };
  const ms = readSchedstatMs();
  return ms === null ? { ms: toMs(process.cpuUsage()), isOfThread: false } : { ms, isOfThread: true };
}
