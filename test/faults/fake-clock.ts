import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** libfaketime for programs with threads (Debian's package faketime). */
const LIBRARIES = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
];
const library = LIBRARIES.find((path) => existsSync(path));

/** Why the clock cannot be changed on this machine, or null. */
export const findClockObstacle = (): string | null =>
  library === undefined ? "libfaketime is missing (apt-get install faketime)" : null;

/** The processes read the file again after this time. */
const CACHE_S = 1;

/**
 * A clock of a set of processes, and of their database if they start it. `set("+1d")` steps it while they run: an offset
 * to the machine's clock, in libfaketime's notation. Timers continue: the monotonic clock is not changed.
 */
export function createFakeClock(folder: string, offset = "+0") {
  const file = join(folder, "clock");
  const write = (next: string): void => writeFileSync(file, `${next}\n`);
  write(offset);
  // The database runs as another user.
  chmodSync(file, 0o644);
  chmodSync(folder, 0o755);
  return {
    env: {
      LD_PRELOAD: library ?? "",
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(CACHE_S),
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    },
    /** Steps the clock, and waits until every process has read it. */
    async set(next: string): Promise<void> {
      write(next);
      await pause(2_000 * CACHE_S);
    },
  };
}
