import type { MigrationState } from "@/lib/platform/db/migrations";
import { databaseFailure } from "./database-failures";
import { counted, type Finding, failed, passed } from "./finding";

/** Whether the database has exactly the migrations of this version. */
export async function checkMigrations({
  readState,
}: {
  readState: () => Promise<MigrationState>;
}): Promise<Finding> {
  let state: MigrationState;
  try {
    state = await readState();
  } catch (error) {
    return databaseFailure(error, "migrations");
  }
  const { applied, pending, unknown, edited } = state;
  if (unknown.length > 0)
    return failed(
      `the database has ${counted(unknown.length, "migration")} that this version does not have`,
      "Run the newer version that applied them. Do not restore an older one on this database.",
    );
  if (edited.length > 0)
    return failed(
      `edited after they were applied: ${counted(edited.length, "migration")}`,
      "Restore prisma/migrations of the release. Parley does not start with edited files.",
    );
  if (pending.length > 0)
    return failed(
      `${counted(pending.length, "migration")} pending, ${applied.length} applied`,
      "Apply them: node bin/run.mjs migrate. A start of Parley does so too. Back up the database first.",
    );
  return passed(`${counted(applied.length, "migration")} applied, none pending`);
}
