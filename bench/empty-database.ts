import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { startDatabase } from "../scripts/database.mjs";
import { ROOT } from "./processes";

/** A separate database in a separate folder. `stop` leaves the folder. */
export type EmptyDatabase = Awaited<ReturnType<typeof startDatabase>> & { folder: string };

/** The environment of processes that use a bench's database, and of this one. */
export const databaseEnv = ({ url, folder }: Pick<EmptyDatabase, "url" | "folder">) => ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: "",
  DATA_DIR: folder,
  NODE_ENV: "production",
  LOG_LEVEL: "error",
});

/**
 * Starts a database in a new folder of `.data/bench`, or in `folder`, and lets this process use it. Call it before the product's
 * modules are imported: `lib/platform/env.ts` reads the environment at its import.
 */
export async function openEmptyDatabase(name: string, folder?: string): Promise<EmptyDatabase> {
  const parent = join(ROOT, ".data", "bench");
  mkdirSync(parent, { recursive: true });
  const dataDir = folder ?? mkdtempSync(join(parent, `${name}-`));
  const database = await startDatabase({ dir: join(dataDir, "pg"), logFile: join(dataDir, "postgres.log") });
  Object.assign(process.env, databaseEnv({ url: database.url, folder: dataDir }));
  return { ...database, folder: dataDir };
}

/** Migrates the database, and creates the key files of an installation. */
export async function prepareDatabase({ url }: Pick<EmptyDatabase, "url">): Promise<void> {
  const { migrate } = await import("@/lib/platform/db/migrate");
  const { claimSecrets } = await import("@/lib/platform/crypto");
  await migrate(url, join(ROOT, "prisma", "migrations"));
  await claimSecrets();
}
