import { type Compilable, type RawBuilder, sql } from "kysely";
import { db } from "@/lib/platform/db";

/** The PostgreSQL NOTIFY channel for live events, which every process listens to. */
export const CHANNEL = "parley_live";

/**
 * Events of a call, or the progress of a campaign. Notifications contain ids and kinds but no conversation
 * content, since NOTIFY is not under row-level security. `bridged`: a person answered a transferred call.
 * `left`: the caller of one has gone. `answered_by_person`, `answered_by_mailbox`, `mailbox_records`: the carrier's answering
 * machine detection.
 */
export type LiveEventKind =
  | "turn"
  | "ended"
  | "settled"
  | "cut"
  | "progress"
  | "bridged"
  | "bridged_unrecorded"
  | "left"
  | "answered_by_person"
  | "answered_by_mailbox"
  | "mailbox_records";

/** SQL expression that sends a notification when the caller's statement evaluates it. */
export const notifyExpression = (id: RawBuilder<unknown>, kind: LiveEventKind): RawBuilder<unknown> =>
  sql`pg_notify(${CHANNEL}, ${id} || ${` ${kind}`})`;

/** Statement that notifies every process when the caller's transaction commits. */
export const notify = (id: string, kind: LiveEventKind): Compilable<unknown> =>
  db.selectNoFrom(sql`pg_notify(${CHANNEL}, ${`${id} ${kind}`})`.as("notified"));
