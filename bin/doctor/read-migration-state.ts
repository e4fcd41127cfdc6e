import { compareMigrations, type Migration, type MigrationState } from "@/lib/platform/db/migrations";
import type { ReadRows } from "./owner-connection";

/** The code of a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

const APPLIED =
  "select migration_name as name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null";

/** Compares the migrations of this version with the database's. An empty database has applied none. */
export async function readMigrationState(
  read: ReadRows,
  migrations: readonly Pick<Migration, "name" | "checksum">[],
): Promise<MigrationState> {
  const rows = await read(APPLIED).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return [];
    throw error;
  });
  return compareMigrations(
    migrations,
    new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)])),
  );
}
