import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { checkDays } from "./days";
import { countDifferences, noteDifferences } from "./differences";
import { foldAnalytics } from "./fold";
import { periodsOf } from "./periods";
import { lockRollupState, updateStateStatement } from "./state";

/** Number of figures that differ from the calls, and of days that differ from their quarters of an hour. */
export type Checked = { differences: number; wrong_days: number };

/**
 * Recounts all calls of a workspace, in both environments, and compares. The two always agree, even while
 * calls are settled, changed and deleted. `repair` corrects differences and removes empty figures. Works in
 * periods, so that no statement grows with the history.
 */
export async function checkAnalytics(ctx: Ctx, { repair = false } = {}): Promise<Checked> {
  await foldAnalytics(ctx);
  const result: Checked = { differences: 0, wrong_days: 0 };
  for await (const period of periodsOf(ctx))
    result.differences += await writeUnaudited(ctx, async (tx) => {
      await lockRollupState(tx, ctx);
      return repair ? noteDifferences(tx, ctx, period) : countDifferences(tx, ctx, period);
    });
  if (repair) await foldAnalytics(ctx);
  result.wrong_days = await checkDays(ctx, repair);
  if (repair) await writeUnaudited(ctx, { run: [updateStateStatement(ctx, { checked_at: ctx.now() })] });
  return result;
}

/** Checks and repairs, scheduled. A difference is a bug, and is logged. */
export async function repairAnalytics(ctx: Ctx): Promise<void> {
  const result = await checkAnalytics(ctx, { repair: true });
  if (result.differences > 0 || result.wrong_days > 0)
    log.error(
      { workspaceId: ctx.workspaceId, ...result },
      "figures were not those of the calls; they are now",
    );
}
