import { type Compilable, sql } from "kysely";
import { db } from "@/lib/db";

/** The channel of PostgreSQL's NOTIFY on which every process hears what happens. */
export const CHANNEL = "parley_live";

/** What happened to a call: ids and kinds travel, never what was said (NOTIFY is not under row-level security). */
export type Kind = "turn" | "ended" | "settled" | "cut";

/** The statement that tells every process, once the caller's transaction is committed. */
export const notify = (callId: string, kind: Kind): Compilable<unknown> =>
  db.selectNoFrom(sql`pg_notify(${CHANNEL}, ${`${callId} ${kind}`})`.as("notified"));
