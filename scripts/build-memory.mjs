// Checks before a build that it has enough memory: without it, the system kills the compiler after minutes, without a reason.
import { existsSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";

const MB = 1024 * 1024;
/**
 * Next's compiler takes 2,100 MB, and reads the pages in a further process before it ends: a build in 2,560 MB was killed,
 * and one without a limit took 3,045 MB with the cache of its files (Next 16.4.6, two cores). A machine of 3 GiB has less than
 * 3,072 MB, as the kernel reserves some of it.
 */
export const MIN_BUILD_MB = 2_750;

/** Swap space of the machine in bytes; 0 outside Linux. */
function swapBytes() {
  if (!existsSync("/proc/meminfo")) return 0;
  const [, kilobytes = "0"] = /^SwapTotal:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

/** Bytes that this process and its children may use: the machine's, or the limit of its container if that is lower. */
function usableBytes() {
  const limit = process.constrainedMemory?.() ?? 0;
  return Math.min(totalmem() + swapBytes(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
}

/** Throws an error of one sentence if a build does not fit into `bytes` of memory. */
export function checkBuildMemory(bytes = usableBytes()) {
  const usable = Math.floor(bytes / MB);
  if (usable >= MIN_BUILD_MB) return;
  throw new Error(
    `A build needs 3 GiB of memory, and ${usable} MB are available here. Raise the limit, or build on another machine and copy the folder (docs/deploy.md).`,
  );
}
