import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { MAX_AGE_MS } from "./backoff";
import { wakeAll } from "./wake";

/** Retention of the operational log: 30 days (product.md, "Retention"). */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Rows deleted per table and run; the next run is two minutes later. */
const MAX_ROWS = 5_000;
/** Added to the maximum age, for deliveries that were not tried because their endpoint is disabled. */
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
        // Named explicitly, as the index of events begins with it.
        .$if(table === "webhook_events", (query) => query.where(sql`environment`, "in", ["live", "test"]))
        .where("created_at", "<", before)
        .limit(MAX_ROWS),
    );

/**
 * Recovers work without a job: wakes endpoints, fails old deliveries permanently, and deletes expired log
 * rows.
 */
export async function sweepWebhooks(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const oldestKept = plusMs(now, -KEPT_MS);
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("webhook_deliveries")
        .set({ status: "failed", next_attempt_at: null, error: sql`coalesce(error, 'expired')` })
        .where("workspace_id", "=", workspaceId)
        .where("status", "=", sql.lit("pending"))
        .where("created_at", "<", plusMs(now, -MAX_AGE_MS - GRACE_MS)),
      oldRows("webhook_deliveries", workspaceId, oldestKept),
      oldRows("webhook_events", workspaceId, oldestKept),
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
