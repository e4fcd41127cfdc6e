import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { BACKFILLS, type BackfillName } from "./values";

/** Progress of a backfill over all workspaces. Locked workspaces stay unfinished until they are unlocked. */
export type BackfillProgress = {
  name: BackfillName;
  workspaces: number;
  finished: number;
  /** Rows so far, those of them that were changed, and all rows, estimated at the start in each workspace. */
  processed: number;
  changed: number;
  estimate: number;
  /** Seconds since the start in the first workspace; null before it. */
  running_s: number | null;
  /** Seconds that the remaining rows take at the speed so far; null without one. */
  remaining_s: number | null;
};

type Row = Omit<BackfillProgress, "name" | "remaining_s"> & { name: string };

function estimateRemaining({ workspaces, finished, processed, estimate, running_s }: Row): number | null {
  if (finished >= workspaces) return 0;
  if (running_s === null || processed === 0) return null;
  return Math.round(((estimate - processed) * running_s) / processed);
}

/** Reads the progress of every backfill, also of those that have not begun. */
export async function readBackfills(): Promise<BackfillProgress[]> {
  const progress = sql<Row>`(select name, workspaces, finished, processed, changed, estimate,
    extract(epoch from updated_at - started_at)::float8 as running_s from backfill_progress())`;
  const count = sql<{ workspaces: number }>`(select count(*)::int as workspaces from workspace_ids())`;
  const [rows, counts] = await plainBatch(
    plain.selectFrom(progress.as("progress")).selectAll(),
    plain.selectFrom(count.as("counts")).selectAll(),
  );
  const none = { finished: 0, processed: 0, changed: 0, estimate: 0, running_s: null };
  return BACKFILLS.map((name) => {
    const row = rows.find((stored) => stored.name === name);
    const progressOf: Row = row ?? { name, workspaces: counts[0]?.workspaces ?? 0, ...none };
    return { ...progressOf, name, remaining_s: estimateRemaining(progressOf) };
  });
}

/** Whether a backfill has finished in every workspace. */
export const isFinished = ({ workspaces, finished }: BackfillProgress): boolean => finished >= workspaces;
