import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Clock } from "@/lib/platform/clock";

/** Milliseconds by which the clock of a run is ahead of the machine's (negative: behind); a file holds it for all of its processes. */
export const readOffset = (file: string): number => Number(readFileSync(file, "utf8"));

/** Written to a temporary file and renamed, so that no reader sees a partial number. */
export function writeOffset(file: string, offsetMs: number): void {
  writeFileSync(`${file}.new`, String(offsetMs));
  renameSync(`${file}.new`, file);
}

/** The clock of a run. */
export const fileClock = (file: string): Clock => ({ now: () => new Date(Date.now() + readOffset(file)) });
