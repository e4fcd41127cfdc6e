import { LOCK_MODES, type LockMode } from "./lock-modes";

const PREFIX = "-- locks: ";
const MODES = new Set<string>(LOCK_MODES);

export type DeclaredLocks = (readonly [table: string, mode: LockMode])[];

/**
 * Reads the lines `-- locks: <table> <MODE>, <table> <MODE>` (or `-- locks: none`) of a migration, which name what its DO blocks
 * lock. Null without such a line. Throws for an unknown mode.
 */
export function readDeclaredLocks(sql: string): DeclaredLocks | null {
  const lines = sql.split("\n").filter((line) => line.startsWith(PREFIX));
  if (lines.length === 0) return null;
  const entries = lines.flatMap((line) => line.slice(PREFIX.length).trim().split(", "));
  return entries
    .filter((entry) => entry !== "none")
    .map((entry) => {
      const space = entry.indexOf(" ");
      const mode = entry.slice(space + 1);
      if (space < 1 || !MODES.has(mode)) throw new Error(`"${entry}" is not a table and a lock mode.`);
      return [entry.slice(0, space), mode as LockMode] as const;
    });
}
