// Brings the database to the newest migration; a start runs it before anything else.
import { join } from "node:path";
import { databaseUrl } from "@/lib/platform/db";
import { migrate } from "@/lib/platform/db/migrate";

const FOLDER = join(import.meta.dirname, "..", "prisma", "migrations");

/** An error's own words and those of its causes, for the operator alone. */
function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${words(error.cause)}`;
}

try {
  const applied = await migrate(databaseUrl(), FOLDER);
  const done = applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`;
  process.stdout.write(`${done}\n`);
} catch (error) {
  process.stderr.write(`The database could not be migrated. ${words(error)}\n`);
  process.exitCode = 1;
}
