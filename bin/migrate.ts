// Applies pending migrations to the database, as each start does. Contract migrations only with --contract.
//   node bin/run.mjs migrate [--plan | --status | --contract [--accept-locked=<workspace>,<workspace>]]
import { join } from "node:path";
import { readBackfills } from "@/lib/platform/backfills";
import { closePool, databaseUrl, directUrl } from "@/lib/platform/db";
import { type MigrationResult, runMigrations } from "@/lib/platform/db/migrate";
import { readPlan } from "@/lib/platform/db/read-plan";
import { requireDirectConnection } from "@/lib/platform/db/require-direct-connection";
import { requireSameDatabase } from "@/lib/platform/db/require-same-database";
import { readSchemaMisfit } from "@/lib/platform/db/schema-fit";
import { env } from "@/lib/platform/env";
import { formatPlan, formatStatus } from "./migrations/format-plan";

const FOLDER = join(import.meta.dirname, "..", "prisma", "migrations");

/** The messages of an error and its causes, for the operator only. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${describeError(error.cause)}`;
}

function describeResult({ applied, deferred }: MigrationResult): string {
  const lines = applied.map(
    ({ name, ms, attempts }) =>
      `Applied ${name} in ${Math.round(ms)} ms${attempts > 1 ? `, in attempt ${attempts}` : ""}.`,
  );
  if (lines.length === 0) lines.push("The database is up to date.");
  if (deferred.length > 0)
    lines.push(
      `Not applied: ${deferred.join(", ")}. The former release no longer works after it. When you no longer need that release: node bin/run.mjs migrate --contract.`,
    );
  return lines.join("\n");
}

const USAGE =
  "Usage: node bin/run.mjs migrate [--plan | --status | --contract [--accept-locked=<workspace>,<workspace>]]";
const ACCEPT_LOCKED = "--accept-locked=";

/** The workspaces of `--accept-locked=`, which only `--contract` has. */
function readAcceptedIds(option: string | undefined, extra: readonly string[]): string[] {
  const [accepted, ...more] = extra;
  if (accepted === undefined) return [];
  if (option !== "--contract" || more.length > 0 || !accepted.startsWith(ACCEPT_LOCKED))
    throw new Error(USAGE);
  return accepted.slice(ACCEPT_LOCKED.length).split(",");
}

async function run(options: readonly string[]): Promise<string> {
  const [option, ...extra] = options;
  if (!["--plan", "--status", "--contract", undefined].includes(option)) throw new Error(USAGE);
  const acceptLocked = readAcceptedIds(option, extra);
  if (option === "--plan") return formatPlan(await readPlan(directUrl(), FOLDER));
  if (option === "--status") {
    const plan = await readPlan(directUrl(), FOLDER);
    return formatStatus(plan, (await readSchemaMisfit()) === null ? await readBackfills() : null);
  }
  const contract = option === "--contract";
  return describeResult(await runMigrations(directUrl(), FOLDER, { contract, acceptLocked }));
}

try {
  const hasPooler = env.DATABASE_DIRECT_URL !== undefined;
  await requireDirectConnection(directUrl(), hasPooler);
  if (hasPooler) await requireSameDatabase(databaseUrl(), directUrl());
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`Migrating the database failed. ${describeError(error)}\n`);
  process.exitCode = 1;
} finally {
  await closePool();
}
