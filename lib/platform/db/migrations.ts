import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

export type Migration = { name: string; sql: string; checksum: string };

/** The migrations of this version, oldest first. `folder`: prisma/migrations. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((e) => e.isDirectory())
    .map((e) => e.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Checksums of the applied migrations by name. The connection is of the owner, as the table has no grants. */
export async function readAppliedMigrations(
  client: Pick<pg.ClientBase, "query">,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    "select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** Names of migrations. `unknown`: the database has them, this version does not. `edited`: changed after they were applied. */
export type MigrationState = { applied: string[]; pending: string[]; unknown: string[]; edited: string[] };

/** Compares the migrations of this version with the applied ones, which are checksums by name. */
export function compareMigrations(
  migrations: readonly Pick<Migration, "name" | "checksum">[],
  applied: ReadonlyMap<string, string>,
): MigrationState {
  const names = new Set(migrations.map(({ name }) => name));
  return {
    applied: [...applied.keys()].sort(),
    pending: migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    unknown: [...applied.keys()].filter((name) => !names.has(name)).sort(),
    edited: migrations
      .filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
      .map(({ name }) => name),
  };
}
