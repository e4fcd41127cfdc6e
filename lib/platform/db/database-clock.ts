import type pg from "pg";
import { globalSingleton } from "@/lib/platform/global-singleton";

/**
 * Smaller differences are those of clocks that are kept in time: leases, signatures and one-time codes tolerate them. The doctor
 * warns above it.
 */
export const MIN_CLOCK_DIFFERENCE_MS = 2_000;
/** The database's time as `ms`, in milliseconds of the epoch. */
export const SELECT_DATABASE_TIME = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms";
/** A pooler can let the statement wait for a session: the time of the answer then says little. */
const MAX_ROUND_TRIP_MS = 1_000;

/** A difference is measured again after this time: where all clocks of an installation step, some are first. */
const REMEASURE_MS = 5_000;

/** This process's wall clock against its monotonic one, which changes only if the wall clock steps. */
const wallClockBase = (): number => Date.now() - performance.now();

const measured = globalSingleton<{ differenceMs: number; baseMs: number }>("db.clock", () => ({
  differenceMs: 0,
  baseMs: wallClockBase(),
}));

let remeasure: () => Promise<void> = () => Promise.resolve();
let timer: NodeJS.Timeout | undefined;

/** Sets how a difference is measured again: on a connection of the pool. */
export function remeasureDatabaseClockBy(measureAgain: () => Promise<void>): void {
  remeasure = measureAgain;
}

/** Measures how far the database's clock is ahead of this process's. Each new connection does. */
export async function measureDatabaseClock(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const before = Date.now();
  const { rows } = await client.query<{ ms: number }>(SELECT_DATABASE_TIME);
  const after = Date.now();
  const databaseMs = rows[0]?.ms;
  if (databaseMs === undefined || after - before > MAX_ROUND_TRIP_MS) return;
  const differenceMs = Math.round(databaseMs - (before + after) / 2);
  measured.differenceMs = Math.abs(differenceMs) < MIN_CLOCK_DIFFERENCE_MS ? 0 : differenceMs;
  measured.baseMs = wallClockBase();
  clearTimeout(timer);
  if (measured.differenceMs === 0) return;
  // A failure is that of the connection, and the next one measures.
  timer = setTimeout(() => void remeasure().catch(() => undefined), REMEASURE_MS).unref();
}

/** A difference that was measured before this process's clock stepped says nothing. */
function currentDifferenceMs(): number {
  const hasStepped = Math.abs(wallClockBase() - measured.baseMs) >= MIN_CLOCK_DIFFERENCE_MS;
  return hasStepped ? 0 : measured.differenceMs;
}

/**
 * A statement's parameter: by how many milliseconds the database's clock is ahead of this process's; 0 up to two seconds.
 * It becomes a text, and so the value of then, when the statement is sent: some statements are compiled once.
 */
export const databaseClockDifference = { toString: (): string => String(currentDifferenceMs()) };
