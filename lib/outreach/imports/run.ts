import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { applyFile } from "./apply-file";
import { checkFile } from "./check-file";
import { failStatements, findJob } from "./job";
import { FileRefused, Problems } from "./problems";

/** Between two looks whether the workspace's other import is done. */
const BUSY_MS = 2_000;

/**
 * Does an import: reads the file once to check all of it, and, if nothing is wrong, once more to take it in as a whole.
 * Safe to repeat and to run twice at once: what a lost worker did not bring to its end is as if never begun.
 */
export async function runImport(base: Ctx, importId: string): Promise<void> {
  const job = await findJob(base, importId);
  if (job === null) return;
  const { ctx } = job;
  const checked = await checkFile(job);
  if (checked.problems.count > 0)
    return void (await record(ctx, { run: failStatements(job, checked.problems) }));
  try {
    if ((await applyFile(job, checked)) !== "busy") return;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const problems = new Problems();
    problems.add(error.problem);
    return void (await record(ctx, { run: failStatements(job, problems) }));
  }
  const { workspaceId } = ctx;
  const again = { key: `import:${importId}`, runAt: plusMs(ctx.now(), BUSY_MS) };
  await record(ctx, { run: [enqueue("import.run", { workspaceId, importId }, again)] });
}
