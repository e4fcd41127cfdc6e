import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { checkDays } from "./days";
import { countDifferences, noteDifferences } from "./differences";
import { foldAnalytics } from "./fold";
import { holdState, stateIs } from "./state";
import { stretchesOf } from "./stretches";

/** How many figures are not those of the calls, and how many of days not those of their quarters of an hour. */
export type Checked = { differences: number; wrong_days: number };

/**
 * Counts every call of a workspace anew, in both environments, and compares: both are to agree at any moment, while calls are
 * settled, changed and deleted. `repair` sets right what does not, and takes away figures that have become nothing. It goes
 * stretch by stretch, so that none of its statements grows with the history.
 */
export async function checkAnalytics(ctx: Ctx, { repair = false } = {}): Promise<Checked> {
  await foldAnalytics(ctx);
  const found: Checked = { differences: 0, wrong_days: 0 };
  for await (const stretch of stretchesOf(ctx))
    found.differences += await record(ctx, async (tx) => {
      await holdState(tx, ctx);
      return repair ? noteDifferences(tx, ctx, stretch) : countDifferences(tx, ctx, stretch);
    });
  if (repair) await foldAnalytics(ctx);
  found.wrong_days = await checkDays(ctx, repair);
  if (repair) await record(ctx, { run: [stateIs(ctx, { checked_at: ctx.now() })] });
  return found;
}

/** Checks and sets right, by the clock. A difference is a fault of the product's, which the log tells. */
export async function tendAnalytics(ctx: Ctx): Promise<void> {
  const found = await checkAnalytics(ctx, { repair: true });
  if (found.differences > 0 || found.wrong_days > 0)
    log.error(
      { workspaceId: ctx.workspaceId, ...found },
      "figures were not those of the calls; they are now",
    );
}
