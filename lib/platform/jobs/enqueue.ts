import { type Compilable, type RawBuilder, sql } from "kysely";
import { db } from "@/lib/platform/db";
import { databaseClockDifference } from "@/lib/platform/db/database-clock";
import { dueTime } from "./job-time";
import type { JobName, Jobs } from "./registry";

/** Attempts before a job permanently fails. With the queue's backoff, the last one runs after about a day. */
const MAX_ATTEMPTS = 16;

type Options = { key: string; runAt: string };

/**
 * A time of this process as the database's clock shows it then. The database decides when a job is due, and its clock can differ
 * from ours.
 */
const inDatabaseTime = (runAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${runAt} + ${databaseClockDifference}::float8 * interval '1 ms')`;
const timeOf = (runAt: string): RawBuilder<unknown> => inDatabaseTime(sql`${dueTime(runAt)}::timestamptz`);

/** Expression that enqueues a job, for the caller's query. */
export const enqueueExpression = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  { key, runAt }: Options,
): RawBuilder<unknown> =>
  sql`enqueue_job(${name}, ${JSON.stringify(payload)}::json, ${key}, ${timeOf(runAt)}, ${MAX_ATTEMPTS})`;

type Columns<N extends JobName> = { [K in keyof Jobs[N]]: RawBuilder<unknown> };
type ColumnOptions = { key: RawBuilder<string>; runAt: RawBuilder<string> };

function objectOf(columns: object): RawBuilder<unknown> {
  const parts = Object.entries(columns).flatMap(([part, value]) => [sql.lit(part), value]);
  return sql`json_build_object(${sql.join(parts)})`;
}

/**
 * Expression that enqueues a job for each row of the caller's query, with the row's columns as the payload.
 */
export const enqueueEachExpression = <N extends JobName>(
  name: N,
  payload: Columns<N>,
  { key, runAt }: ColumnOptions,
): RawBuilder<unknown> =>
  sql`enqueue_job(${name}, ${objectOf(payload)}, ${key}, ${inDatabaseTime(runAt)}, ${MAX_ATTEMPTS})`;

/**
 * Aggregate that enqueues a job for each row of the caller's query (which has no limit) in one call of the
 * queue. The keys must differ. Does nothing without rows.
 */
export const enqueueAllExpression = <N extends JobName>(
  name: N,
  payload: Columns<N>,
  { key, runAt }: ColumnOptions,
): RawBuilder<unknown> =>
  sql`enqueue_jobs(${name}, array_agg(${objectOf(payload)}), array_agg(${key}), array_agg(${inDatabaseTime(runAt)}), ${MAX_ATTEMPTS})`;

/** Statement that enqueues many jobs of one name in one call of the queue. The keys must differ. */
export const enqueueMany = <N extends JobName>(
  name: N,
  jobs: readonly ({ payload: Jobs[N] } & Options)[],
): Compilable<unknown> => {
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  const keys = jobs.map(({ key }) => key);
  const times = jobs.map(({ runAt }) => dueTime(runAt));
  return db.selectNoFrom(
    sql`enqueue_jobs(${name}, ${payloads}::json[], ${keys}::text[], array(select ${inDatabaseTime(sql`at`)} from unnest(${times}::timestamptz[]) with ordinality as due (at, n) order by n), ${MAX_ATTEMPTS})`.as(
      "enqueued",
    ),
  );
};

/**
 * Statement that ensures that a job of this key is waiting, due immediately. Run it after committing the data
 * that the job reads. Concurrent callers do not block each other, and one job serves all of them.
 */
export const enqueueUnlessWaiting = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  { key, runAt }: Options,
): Compilable<unknown> =>
  db.selectNoFrom(
    sql`enqueue_unless_waiting(${name}, ${JSON.stringify(payload)}::json, ${key}, ${timeOf(runAt)}, ${MAX_ATTEMPTS})`.as(
      "enqueued",
    ),
  );

/**
 * Statement that enqueues a job, for the caller's batch or transaction. A later job with the same `key`
 * replaces a waiting one. `runAt` is RFC 3339.
 */
export const enqueue = <N extends JobName>(
  name: N,
  payload: Jobs[N],
  options: Options,
): Compilable<unknown> => db.selectNoFrom(enqueueExpression(name, payload, options).as("enqueued"));
