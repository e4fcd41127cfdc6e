import { open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../finding";
import { type PublicLine, publicLine } from "./public-line";

/** The roles whose logs are JSON lines. The log of PostgreSQL is free text. */
const ROLES = ["server", "pages", "worker", "gateway"] as const;
const MAX_LINES = 200;
/** More than 200 lines of any role. */
const MAX_BYTES = 1_000_000;

/** `withheld`: lines that are not of Parley. `error`: the code of a file that cannot be read. */
export type RoleLog = { lines: PublicLine[]; withheld: number } | { error: string };

/** The last lines of a file, the oldest first. */
async function lastLines(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - MAX_BYTES);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const lines = bytes.toString("utf8", 0, bytesRead).split("\n");
    // The first line is incomplete if the file begins before it.
    return (start > 0 ? lines.slice(1) : lines).filter((line) => line !== "").slice(-MAX_LINES);
  } finally {
    await file.close();
  }
}

/** The public fields of the last 200 lines of each role's current log. */
export async function readLogs(
  dataDir: string,
  isConstant: (text: string) => boolean,
): Promise<Record<string, RoleLog>> {
  const logs: Record<string, RoleLog> = {};
  for (const role of ROLES) {
    try {
      const read = await lastLines(join(dataDir, "logs", `${role}.log`));
      const lines = read.map((line) => publicLine(line, isConstant)).filter((line) => line !== null);
      logs[role] = { lines, withheld: read.length - lines.length };
    } catch (error) {
      logs[role] = { error: codeOf(error) };
    }
  }
  return logs;
}
