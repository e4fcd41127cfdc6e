import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { MAX_AGE_MS } from "./backoff";
import { wakeAll } from "./wake";

/** The log of operations is kept for 30 days (product.md, "Retention"). */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Rows that one run removes of each table, so that it holds nobody up; the next run is two minutes later. */
const MOST = 5_000;
/** Beyond the age at which an attempt gives up: for those that were not tried, as their endpoint is off. */
const GRACE_MS = 3_600_000;

const oldRows = (table: "webhook_deliveries" | "webhook_events", workspaceId: string, before: string) =>
  db
    .deleteFrom(table)
    .where("workspace_id", "=", workspaceId)
    .where(
      "id",
      "in",
      db
        .selectFrom(table)
        .select("id")
        .where("workspace_id", "=", workspaceId)
        // Named, as the index of events begins with it.
        .$if(table === "webhook_events", (query) => query.where(sql`environment`, "in", ["live", "test"]))
        .where("created_at", "<", before)
        .limit(MOST),
    );

/** Looks after what no job looks after any more: wakes endpoints, gives up what is too old, and empties the log. */
export async function sweepWebhooks(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const kept = plusMs(now, -KEPT_MS);
  await record(ctx, {
    run: [
      db
        .updateTable("webhook_deliveries")
        .set({ status: "failed", next_attempt_at: null, error: sql`coalesce(error, 'expired')` })
        .where("workspace_id", "=", workspaceId)
        .where("status", "=", sql.lit("pending"))
        .where("created_at", "<", plusMs(now, -MAX_AGE_MS - GRACE_MS)),
      oldRows("webhook_deliveries", workspaceId, kept),
      oldRows("webhook_events", workspaceId, kept),
    ],
  });
  const waiting = await ctx.db.all(
    db
      .selectFrom("webhook_endpoints as w")
      .select("w.id")
      .where("w.workspace_id", "=", workspaceId)
      .where("w.enabled", "=", true)
      .where(sql<boolean>`(w.lease_until is null or w.lease_until <= ${now}::timestamptz)`)
      .where(sql<boolean>`(w.backoff_until is null or w.backoff_until <= ${now}::timestamptz)`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("webhook_deliveries as d")
            .select("d.id")
            .where("d.workspace_id", "=", workspaceId)
            .whereRef("d.endpoint_id", "=", "w.id")
            .where("d.status", "=", sql.lit("pending"))
            .where("d.next_attempt_at", "<=", now),
        ),
      ),
  );
  await wakeAll(
    ctx,
    waiting.map(({ id }) => id),
  );
}
