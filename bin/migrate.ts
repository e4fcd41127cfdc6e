// Applies pending migrations to the database. A start runs this before any role.
import { join } from "node:path";
import { databaseUrl, directUrl } from "@/lib/platform/db";
import { migrate } from "@/lib/platform/db/migrate";
import { requireDirectConnection } from "@/lib/platform/db/require-direct-connection";
import { requireSameDatabase } from "@/lib/platform/db/require-same-database";
import { env } from "@/lib/platform/env";

const FOLDER = join(import.meta.dirname, "..", "prisma", "migrations");

/** The messages of an error and its causes, for the operator only. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${describeError(error.cause)}`;
}

try {
  const hasPooler = env.DATABASE_DIRECT_URL !== undefined;
  await requireDirectConnection(directUrl(), hasPooler);
  if (hasPooler) await requireSameDatabase(databaseUrl(), directUrl());
  const applied = await migrate(directUrl(), FOLDER);
  const done = applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`;
  process.stdout.write(`${done}\n`);
} catch (error) {
  process.stderr.write(`Migrating the database failed. ${describeError(error)}\n`);
  process.exitCode = 1;
}
