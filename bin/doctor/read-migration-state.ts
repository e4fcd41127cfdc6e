import { releaseOf } from "@/lib/platform/db/migrate";
import { compareMigrations, type Migration } from "@/lib/platform/db/migrations";
import { describeMisfit, type SchemaState } from "@/lib/platform/db/schema-level";
import type { SchemaFit } from "./check-migrations";
import type { ReadRows } from "./owner-connection";

/** The code of a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

const APPLIED =
  "select migration_name as name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null";

const LEVEL = "select level, oldest_release from schema_state where name = 'public'";

/** Compares the migrations and the level of this version with the database's. An empty database has applied none. */
export async function readMigrationState(
  read: ReadRows,
  migrations: readonly Migration[],
): Promise<SchemaFit> {
  const ifExists = (error: unknown) => {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return [];
    throw error;
  };
  const rows = await read(APPLIED).catch(ifExists);
  const [level] = (await read(LEVEL).catch(ifExists)) as SchemaState[];
  const state = compareMigrations(
    migrations,
    new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)])),
  );
  return { ...state, misfit: describeMisfit(level ?? null, releaseOf(migrations)) };
}
