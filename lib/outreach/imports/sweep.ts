import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { failStatements } from "./job";
import { Problems, refused } from "./problems";

/** No request lasts as long: a file without an import by then was never sent to its end. */
const UNSENT_MS = 3600_000;
/** The queue's last try comes after about a day. */
const LOST_MS = 3 * 24 * 3600_000;
/** Lost imports that one look gives up; what is left comes with the next. */
const MAX_AT_ONCE = 100;
/** An id's prefix and time. */
const TIME_CHARS = "imp_".length + 10;

/** Removes what is left of files that were never sent to their end, and gives up imports that the queue gave up. */
export async function sweepImports(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const before = newId("imp", Date.parse(ctx.now()) - UNSENT_MS).slice(0, TIME_CHARS);
  await record(ctx, {
    run: [
      db
        .deleteFrom("import_chunks")
        .where("workspace_id", "=", workspaceId)
        .where("import_id", "<", sql<string>`${before} collate "C"`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("imports")
                .select("imports.id")
                .where("imports.workspace_id", "=", workspaceId)
                .whereRef("imports.id", "=", "import_chunks.import_id"),
            ),
          ),
        ),
    ],
  });
  const lost = await ctx.db.all(
    db
      .selectFrom("imports")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("status", "in", ["queued", "checking", "applying"])
      .where("created_at", "<", plusMs(ctx.now(), -LOST_MS))
      .limit(MAX_AT_ONCE),
  );
  for (const { id } of lost) {
    const problems = new Problems();
    problems.add(refused("lost", "The import could not be brought to its end. Send the file again.").problem);
    await record(ctx, { run: failStatements({ ctx, id }, problems) });
  }
}
