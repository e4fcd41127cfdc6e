import { sql } from "kysely";
import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { db, record } from "@/lib/db";
import { log } from "@/lib/log";
import { type Storage, storage } from "@/lib/storage";
import { isStored } from "./read";

/** Between two looks at the same recording; one that misses something is looked at each time. */
const EVERY_MS = 24 * 3_600_000;
/** Recordings of one run in a workspace, those first that were looked at longest ago; the next comes within the hour. */
const MOST_AT_ONCE = 200;

/**
 * Looks whether the bytes of recordings that can be played are all in the storage. Those that are not are marked and told
 * in the log; the mark goes where they are back, as after a wrong setting or a restored bucket.
 */
export async function checkRecordings(ctx: Ctx, store: Storage = storage()): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const rows = await ctx.db.all(
    db
      .selectFrom("recordings")
      .select(["call_id", "object", "octets", "missing_since"])
      .where("workspace_id", "=", workspaceId)
      .where("state", "=", sql.lit("ready"))
      .where(({ or, eb }) =>
        or([
          eb("checked_at", "is", null),
          eb("checked_at", "<=", plusMs(now, -EVERY_MS)),
          eb("missing_since", "is not", null),
        ]),
      )
      .orderBy("checked_at", (by) => by.asc().nullsFirst())
      .limit(MOST_AT_ONCE),
  );
  const missing: string[] = [];
  for (const row of rows) {
    if (await isStored(store, row)) continue;
    const { call_id: callId, object } = row;
    missing.push(object);
    if (row.missing_since === null) log.error({ callId }, "bytes of a recording are missing in the storage");
  }
  if (rows.length === 0) return;
  await record(ctx, {
    run: [
      db
        .updateTable("recordings")
        .set({
          checked_at: now,
          missing_since: sql`case when object = any(${missing}::text[]) then coalesce(missing_since, ${now}::timestamptz) end`,
        })
        .where("workspace_id", "=", workspaceId)
        // Whoever removes or remakes one meanwhile knows better.
        .where("state", "=", sql.lit("ready"))
        .where("object", "=", sql<string>`any(${rows.map(({ object }) => object)}::text[])`),
    ],
  });
}
