/**
 * How a migration fits beside running processes. `expand`: processes of the former release continue to work. `contract`:
 * only releases that have the migration `needs` continue to work, and the rows must have passed the backfill, if it names one.
 */
export type MigrationKind =
  | { kind: "expand"; isConcurrent: boolean }
  | { kind: "contract"; needs: string; backfill: string | null };

const CONTRACT = /^-- contract: needs (\d{14}_\w+)(?:, backfill (\w+))?$/;

/**
 * Reads the kind from a migration's first line: `-- expand`, `-- expand, outside a transaction`, or
 * `-- contract: needs <migration>[, backfill <name>]`. Migrations from before this rule have no such line and are expand.
 * Throws if the line begins like a contract, but does not say what it needs.
 */
export function readMigrationKind(sql: string): MigrationKind {
  const line = sql.slice(0, sql.indexOf("\n")).trim();
  if (line === "-- expand, outside a transaction") return { kind: "expand", isConcurrent: true };
  if (!line.startsWith("-- contract")) return { kind: "expand", isConcurrent: false };
  const [, needs, backfill = null] = CONTRACT.exec(line) ?? [];
  if (needs === undefined)
    throw new Error(
      "The first line of a contract migration is `-- contract: needs <migration>[, backfill <name>]`.",
    );
  return { kind: "contract", needs, backfill };
}
