import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { applyFile } from "./apply-file";
import { checkFile } from "./check-file";
import { FileProblems, FileRefused } from "./file-problems";
import { failImportStatements, findJob } from "./import-job";

/** Delay before the import is tried again while another import of the workspace is applied. */
const BUSY_MS = 2_000;

/**
 * Runs an import. It reads the file once to check all of it and, without problems, again to apply it as a
 * whole. Safe to repeat and to run concurrently: an interrupted run leaves no changes.
 */
export async function runImport(base: Ctx, importId: string): Promise<void> {
  const job = await findJob(base, importId);
  if (job === null) return;
  const { ctx } = job;
  const checked = await checkFile(job);
  if (checked.problems.count > 0)
    return void (await writeUnaudited(ctx, { run: failImportStatements(job, checked.problems) }));
  try {
    if ((await applyFile(job, checked)) !== "busy") return;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const problems = new FileProblems();
    problems.add(error.problem);
    return void (await writeUnaudited(ctx, { run: failImportStatements(job, problems) }));
  }
  const { workspaceId } = ctx;
  const retryJob = { key: `import:${importId}`, runAt: plusMs(ctx.now(), BUSY_MS) };
  await writeUnaudited(ctx, { run: [enqueue("import.run", { workspaceId, importId }, retryJob)] });
}
