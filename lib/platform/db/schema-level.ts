import { REQUIRED_LEVEL, SCHEMA_LEVEL } from "./schema-level.gen";

// A level is the name of a migration. Names begin with their time, so that they compare as text.

/** The level of the database, and that of the oldest release that may use it. */
export type SchemaState = { level: string; oldest_release: string };

/** The newest migration of a release, and the newest one without which it cannot work: contract migrations may be pending. */
export type Release = { level: string; required: string };

export const THIS_RELEASE: Release = { level: SCHEMA_LEVEL, required: REQUIRED_LEVEL };

const TIME_LENGTH = 14;
/** The names that this release's connections have in `pg_stat_activity`. `countOlderSessions` reads them. */
export const APPLICATION_NAME = `parley/${SCHEMA_LEVEL.slice(0, TIME_LENGTH)}`;
export const QUEUE_APPLICATION_NAME = `parley-queue/${SCHEMA_LEVEL.slice(0, TIME_LENGTH)}`;

/** The part of a level that `APPLICATION_NAME` has. */
export const timeOf = (level: string): string => level.slice(0, TIME_LENGTH);

/**
 * One sentence that says why a release cannot use a database and what to do, or null if it can. `state` is null for a database
 * without a level: it is empty, or from before levels.
 */
export function describeMisfit(state: SchemaState | null, release: Release = THIS_RELEASE): string | null {
  if (state === null || state.level < release.required)
    return `This release of Parley needs the migration ${release.required}, which the database does not have (its newest is ${state?.level ?? "unnamed"}). Apply the migrations: node bin/run.mjs migrate.`;
  if (state.oldest_release > release.level)
    return `The database needs a release of Parley that has the migration ${state.oldest_release}, and this one ends at ${release.level}. Start the newer release, or restore a backup of this one.`;
  return null;
}
