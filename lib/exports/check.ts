import { sql } from "kysely";
import { plusMs } from "@/lib/clock";
import type { Ctx } from "@/lib/context";
import { db, record } from "@/lib/db";
import { log } from "@/lib/log";
import { holdsAll, type Storage, storage } from "@/lib/storage";
import { folderOf } from "./row";

/** Between two looks at the same file; one that misses something is looked at each time. */
const EVERY_MS = 24 * 3_600_000;
/** Files of one run in a workspace, those first that were looked at longest ago; the next comes within the hour. */
const MOST_AT_ONCE = 200;

/**
 * Looks whether the parts of files that can be fetched are all in the storage. Those that are not are marked and told in
 * the log; the mark goes where they are back.
 */
export async function checkExports(ctx: Ctx, store: Storage = storage()): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const rows = await ctx.db.all(
    db
      .selectFrom("exports")
      .select(["id", "object", "parts", "missing_since"])
      .where("workspace_id", "=", workspaceId)
      .where("status", "=", sql.lit("completed"))
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
  for (const { id, object, parts, missing_since } of rows) {
    if (await holdsAll(store, folderOf(object), parts)) continue;
    missing.push(id);
    if (missing_since === null) log.error({ exportId: id }, "bytes of an export are missing in the storage");
  }
  if (rows.length === 0) return;
  await record(ctx, {
    run: [
      db
        .updateTable("exports")
        .set({
          checked_at: now,
          missing_since: sql`case when id = any(${missing}::text[]) then coalesce(missing_since, ${now}::timestamptz) end`,
        })
        .where("workspace_id", "=", workspaceId)
        .where("status", "=", sql.lit("completed"))
        .where("id", "=", sql<string>`any(${rows.map(({ id }) => id)}::text[])`),
    ],
  });
}
