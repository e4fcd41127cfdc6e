import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { applyFile } from "./apply-file";
import { type CheckedFile, checkFile } from "./check-file";
import { FileProblems, FileRefused } from "./file-problems";
import { failImportStatements, findJob, type Job } from "./import-job";
import { storeRejectedFile } from "./rejected-file";

/** Delay before the import is tried again while another import of the workspace is applied. */
const BUSY_MS = 2_000;

/** Whether nothing of a file is applied: it cannot be read, or its invalid rows reject it. */
const isRejected = ({ settings }: Job, { isRefused, invalid, rows }: CheckedFile): boolean =>
  isRefused || invalid === rows || (invalid > 0 && settings.on_invalid === "reject");

/** Fails an import. If it has only invalid rows, they can be downloaded. */
async function failImport(job: Job, checked: CheckedFile): Promise<void> {
  const { ctx, id, settings } = job;
  const { problems, isRefused } = checked;
  await writeUnaudited(ctx, async (tx) => {
    const open = await tx.first(
      db
        .selectFrom("imports")
        .select("id")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id)
        .where("status", "not in", ["completed", "failed"])
        .forNoKeyUpdate(),
    );
    if (open === undefined) return;
    const columns = checked.columns.storedReport();
    const hasFile = !isRefused && settings.on_invalid === "skip";
    const rejectedFile = hasFile ? await storeRejectedFile(tx, job, checked, new Map()) : undefined;
    await tx.batch(
      ...failImportStatements(job, {
        problems,
        columns,
        ...(rejectedFile !== undefined && { rejectedFile }),
      }),
    );
  });
}

/**
 * Runs an import. It reads the file once to check all of it, and again to apply its valid rows in one
 * transaction. Safe to repeat and to run concurrently: an interrupted run leaves no changes.
 */
export async function runImport(base: Ctx, importId: string): Promise<void> {
  const job = await findJob(base, importId);
  if (job === null) return;
  const { ctx } = job;
  const checked = await checkFile(job);
  if (isRejected(job, checked)) return failImport(job, checked);
  try {
    if ((await applyFile(job, checked)) !== "busy") return;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const problems = new FileProblems();
    problems.add(error.problem);
    const columns = checked.columns.storedReport();
    return void (await writeUnaudited(ctx, { run: failImportStatements(job, { problems, columns }) }));
  }
  const { workspaceId } = ctx;
  const retryJob = { key: `import:${importId}`, runAt: plusMs(ctx.now(), BUSY_MS) };
  await writeUnaudited(ctx, { run: [enqueue("import.run", { workspaceId, importId }, retryJob)] });
}
