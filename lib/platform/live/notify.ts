import { type Compilable, type RawBuilder, sql } from "kysely";
import { db } from "@/lib/platform/db";

/** The channel of PostgreSQL's NOTIFY on which every process hears what happens. */
export const CHANNEL = "parley_live";

/**
 * What happened to a call, or that a campaign goes on: ids and kinds travel, never what was said (NOTIFY is not under
 * row-level security). `bridged`: somebody has taken over a call that is put through; `left`: its caller is gone.
 */
export type Kind =
  | "turn"
  | "ended"
  | "settled"
  | "cut"
  | "progress"
  | "bridged"
  | "bridged_unrecorded"
  | "left";

/** The expression that tells of an id where it is evaluated, for a statement of the caller's. */
export const notified = (id: RawBuilder<unknown>, kind: Kind): RawBuilder<unknown> =>
  sql`pg_notify(${CHANNEL}, ${id} || ${` ${kind}`})`;

/** The statement that tells every process, once the caller's transaction is committed. */
export const notify = (id: string, kind: Kind): Compilable<unknown> =>
  db.selectNoFrom(sql`pg_notify(${CHANNEL}, ${`${id} ${kind}`})`.as("notified"));
