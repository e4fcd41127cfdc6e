import { type Compilable, sql } from "kysely";
import { db } from "@/lib/db";

/**
 * Every job of the product and its payload: ids alone, since payloads lie in a table in clear. `bin/worker.ts` maps
 * each name to a verb; a verb is safe to repeat, as a job runs at least once.
 */
export type Jobs = {
  /** Whatever is due in a call: inactivity, the maximum duration, a lost lease, settling. */
  "call.tick": { workspaceId: string; callId: string };
  /** Signs the ends of the audit chains; by the clock. */
  "audit.anchor": Empty;
  /** Removes the rate limiter's idle windows; by the clock. */
  "limits.sweep": Empty;
  /** Removes what is kept of old Idempotency-Keys; by the clock. */
  "idempotency.sweep": Empty;
};
type Empty = Record<string, never>;
export type JobName = keyof Jobs;

/** Tries of a job before it stays in the table as failed; with the queue's backoff the last comes after about a day. */
const MAX_ATTEMPTS = 16;

/**
 * The statement that enqueues a job, for a batch or transaction of the caller's. Of two with the same `key` the later
 * replaces the earlier; `runAt` is RFC 3339.
 */
export function enqueue<N extends JobName>(
  name: N,
  payload: Jobs[N],
  options: { key: string; runAt: string },
): Compilable<unknown> {
  return db.selectNoFrom(
    sql`enqueue_job(${name}, ${JSON.stringify(payload)}::json, ${options.key}, ${options.runAt}::timestamptz, ${MAX_ATTEMPTS})`.as(
      "enqueued",
    ),
  );
}
