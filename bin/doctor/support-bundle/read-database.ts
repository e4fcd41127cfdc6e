import { join } from "node:path";
import { readMigrations } from "@/lib/platform/db/migrations";
import { queueFigures } from "@/lib/platform/health";
import { JOBS } from "@/lib/platform/jobs/registry";
import { codeOf } from "../finding";
import { withOwner } from "../owner-connection";
import { readMigrationState } from "../read-migration-state";

/** Estimates of the planner: -1 before the first analysis of a table. */
const SELECT_TABLES =
  "select relname as name, reltuples::float8 as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname";

/** The result of `read`, or the code of its error. */
async function orError<T>(read: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await read();
  } catch (error) {
    return { error: codeOf(error) };
  }
}

/** Reads versions, migrations, estimated rows and the queue's figures, each apart from the others. Reads no values. */
export async function readDatabase(root: string) {
  const migrations = await readMigrations(join(root, "prisma", "migrations"));
  const words = new Set(migrations.flatMap(({ sql }) => sql.match(/\w+/g) ?? []));
  return {
    migrations: await orError(async () => {
      const state = await withOwner((read) => readMigrationState(read, migrations));
      // Names that this version does not have could be anything.
      return { ...state, applied: state.applied.length, unknown: state.unknown.length };
    }),
    tables: await orError(async () => {
      const rows = await withOwner((read) => read(SELECT_TABLES));
      const tables = rows.map(({ name, rows: estimate }) => [String(name), Number(estimate)] as const);
      return Object.fromEntries(tables.filter(([name]) => words.has(name)));
    }),
    queue: await orError(async () => {
      const { workers, jobs } = await queueFigures();
      return { workers, jobs: jobs.filter(({ task }) => Object.hasOwn(JOBS, task)) };
    }),
  };
}
