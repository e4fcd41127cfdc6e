import type { MigrationState } from "@/lib/platform/db/migrations";
import { databaseFailure } from "./database-failures";
import { counted, type Finding, failed, passed, warning } from "./finding";

/** `misfit`: why this version cannot use the database, or null. */
export type SchemaFit = MigrationState & { misfit: string | null };

/** Whether this version can use the database's schema, and whether migrations are pending. */
export async function checkMigrations({
  readState,
}: {
  readState: () => Promise<SchemaFit>;
}): Promise<Finding> {
  let state: SchemaFit;
  try {
    state = await readState();
  } catch (error) {
    return databaseFailure(error, "migrations");
  }
  const { applied, pending, unknown, edited, misfit } = state;
  if (edited.length > 0)
    return failed(
      `edited after they were applied: ${counted(edited.length, "migration")}`,
      "Restore prisma/migrations of the release. Parley does not start with edited files.",
    );
  if (unknown.length > 0)
    return misfit === null
      ? warning(
          `the database has ${counted(unknown.length, "migration")} of a newer version, which this one can use`,
          "Continue the upgrade with the newer version, or stay on this one until it is repaired.",
        )
      : failed(
          `the database has ${counted(unknown.length, "migration")} that this version does not have`,
          "Run the newer version that applied them. To return to this one, restore a backup from before.",
        );
  if (pending.length > 0 && misfit === null)
    return warning(
      `${counted(pending.length, "contract migration")} not applied, ${applied.length} applied`,
      "When you no longer need the former release: node bin/run.mjs migrate --contract.",
    );
  if (pending.length > 0)
    return failed(
      `${counted(pending.length, "migration")} pending, ${applied.length} applied`,
      "Apply them: node bin/run.mjs migrate. A start of Parley does so too. Back up the database first.",
    );
  return passed(`${counted(applied.length, "migration")} applied, none pending`);
}
