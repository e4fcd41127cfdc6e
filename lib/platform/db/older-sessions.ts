import { sql } from "kysely";
import type pg from "pg";
import { plain, plainBatch } from "./plain";
import { timeOf } from "./schema-level";

/** Connections of Parley's processes to this database, those of the job queue included. Every role sees their names. */
export const PRODUCT_SESSIONS =
  "from pg_stat_activity where datname = current_database() and (application_name = 'parley' or application_name like 'parley/%' or application_name like 'parley-%')";
/** The time of such a connection's level; empty in releases from before levels. */
export const SESSION_LEVEL = "split_part(application_name, '/', 2)";

const COUNT = `select count(*)::int as n ${PRODUCT_SESSIONS} and ${SESSION_LEVEL} <`;

/** Counts the connections of processes that do not have the migration `level`, as the owner of the database. */
export async function countOlderSessions(client: pg.Client, level: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`${COUNT} $1`, [timeOf(level)]);
  return rows[0]?.n ?? 0;
}

/** Whether a process is connected that does not have the migration `level`. */
export async function hasOlderSessions(level: string): Promise<boolean> {
  const count = sql<{ n: number }>`(${sql.raw(COUNT)} ${timeOf(level)})`;
  const [rows] = await plainBatch(plain.selectFrom(count.as("sessions")).select("n"));
  return (rows[0]?.n ?? 0) > 0;
}
