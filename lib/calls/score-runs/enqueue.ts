import { enqueue } from "@/lib/platform/jobs";

/** The statement that schedules the next batch of a run. */
export const enqueueScoreRun = (workspaceId: string, runId: string, runAt: string) =>
  enqueue("score_run.judge", { workspaceId, runId }, { key: `score_run:${runId}`, runAt });
