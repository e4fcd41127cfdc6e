import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { FileProblems, fileRefused } from "./file-problems";
import { failImportStatements } from "./import-job";
import { removeRejectedFiles } from "./rejected-file";

/** Longer than any request: older chunks without an import are from an unfinished upload. */
const UNSENT_MS = 3600_000;
/** The queue's last try comes after about a day. */
const LOST_MS = 3 * 24 * 3600_000;
/** Maximum imports of a kind that one sweep takes. The next sweep takes the rest. */
const MAX_AT_ONCE = 100;
/** Length of an ID's prefix and time. */
const TIME_CHARS = "imp_".length + 10;

/** Deletes the files of rejected rows whose time for downloading is over. */
async function removeExpiredFiles(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const expired = await ctx.db.all(
    db
      .selectFrom("imports")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("rejected_parts", ">", 0)
      .where("rejected_expires_at", "<=", ctx.now())
      .limit(MAX_AT_ONCE),
  );
  if (expired.length === 0) return;
  const ids = expired.map(({ id }) => id);
  await writeUnaudited(ctx, { run: removeRejectedFiles(ctx, ids) });
}

/**
 * Deletes the chunks of unfinished uploads and expired files of rejected rows, and fails imports whose job
 * permanently failed.
 */
export async function sweepImports(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const oldestUploadId = newId("imp", Date.parse(ctx.now()) - UNSENT_MS).slice(0, TIME_CHARS);
  await writeUnaudited(ctx, {
    run: [
      db
        .deleteFrom("import_chunks")
        .where("workspace_id", "=", workspaceId)
        .where("import_id", "<", sql<string>`${oldestUploadId} collate "C"`)
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
  await removeExpiredFiles(ctx);
  const lostImports = await ctx.db.all(
    db
      .selectFrom("imports")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("status", "in", ["queued", "checking", "applying"])
      .where("created_at", "<", plusMs(ctx.now(), -LOST_MS))
      .limit(MAX_AT_ONCE),
  );
  for (const { id } of lostImports) {
    const problems = new FileProblems();
    problems.add(fileRefused("import_lost").problem);
    await writeUnaudited(ctx, { run: failImportStatements({ ctx, id }, { problems }) });
  }
}
