import { type BackfillProgress, isFinished } from "@/lib/platform/backfills";
import { counted, type Finding, passed } from "./finding";

const PERCENT = 100;

function describe({ name, finished, workspaces, processed, estimate }: BackfillProgress): string {
  const percent = estimate === 0 ? 0 : Math.min(PERCENT, Math.floor((PERCENT * processed) / estimate));
  return `${name} at ${percent}%, finished in ${finished} of ${counted(workspaces, "workspace")}`;
}

/** How far the changes of stored rows are that workers make in batches. They need no action: a locked workspace waits. */
export async function checkBackfills({
  read,
}: {
  read: () => Promise<BackfillProgress[]>;
}): Promise<Finding> {
  const unfinished = (await read()).filter((backfill) => !isFinished(backfill));
  return passed(unfinished.length === 0 ? "all finished" : unfinished.map(describe).join("; "));
}
