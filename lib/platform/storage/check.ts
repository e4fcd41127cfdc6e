import { type RawBuilder, sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import { db, type Reader, writeUnaudited } from "@/lib/platform/db";

/** Between two looks at the same row; one that misses something is looked at each time. */
const EVERY_MS = 24 * 3_600_000;
/** Rows of one run in a workspace, those first that were looked at longest ago; the next comes within the hour. */
const MOST_AT_ONCE = 200;

type Asking = { workspaceId: string; db: Reader; now(): string };
type StoredCheck<Row> = {
  /** The table whose rows say that something lies in the storage, under their `object`. */
  table: "recordings" | "exports";
  /** Whether a row's bytes can be fetched, and so have to be there. */
  ready: RawBuilder<boolean>;
  columns: readonly (keyof Row & string)[];
  isStored(row: Row): Promise<boolean>;
  /** Tells of a row whose bytes were there at the last look. */
  tell(row: Row): void;
};

/**
 * Looks whether what rows say that it lies in the storage is all there. Rows that miss something are marked, and told
 * once; the mark goes where it is back, as after a wrong setting or a restored bucket.
 */
export async function checkStored<Row extends object>(
  ctx: Asking,
  { table, ready, columns, isStored, tell }: StoredCheck<Row>,
): Promise<void> {
  const now = ctx.now();
  const isOwnAndReady = sql<boolean>`workspace_id = ${ctx.workspaceId} and ${ready}`;
  const rows = await ctx.db.all(
    db
      .selectFrom(table)
      .select(["object", "missing_since"])
      .select(columns.map((column) => sql.ref(column).as(column)))
      .where(isOwnAndReady)
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
  if (rows.length === 0) return;
  const missing: string[] = [];
  for (const item of rows) {
    const row = item as unknown as Row;
    if (await isStored(row)) continue;
    missing.push(item.object);
    if (item.missing_since === null) tell(row);
  }
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable(table)
        .set({
          checked_at: now,
          missing_since: sql`case when object = any(${missing}::text[]) then coalesce(missing_since, ${now}::timestamptz) end`,
        })
        // A concurrent removal or repair takes precedence.
        .where(isOwnAndReady)
        .where("object", "=", sql<string>`any(${rows.map(({ object }) => object)}::text[])`),
    ],
  });
}
