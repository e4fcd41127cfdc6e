import type { Ctx } from "@/lib/context";
import { db, record } from "@/lib/db";
import { log } from "@/lib/log";
import { countWrongDays, rebuildDays } from "./days";
import { countDifferences, noteDifferences } from "./differences";
import { foldAnalytics } from "./fold";
import { holdState } from "./state";

/** How many figures are not those of the calls, and how many of days not those of their quarters of an hour. */
export type Checked = { differences: number; wrong_days: number };

const look = (ctx: Ctx, repair: boolean): Promise<Checked> =>
  record(ctx, async (tx) => {
    const { kept } = await holdState(tx, ctx);
    const found = {
      differences: await countDifferences(tx, ctx),
      wrong_days: await countWrongDays(tx, ctx, kept),
    };
    if (repair && found.differences > 0) await noteDifferences(tx, ctx);
    if (repair) await rebuildDays(tx, ctx, kept);
    return found;
  });

/**
 * Counts every call of a workspace anew, in both environments, and compares: both are to agree at any moment, while calls are
 * settled, changed and deleted. `repair` sets right what does not, and takes away figures that have become nothing.
 */
export async function checkAnalytics(ctx: Ctx, { repair = false } = {}): Promise<Checked> {
  await foldAnalytics(ctx);
  const found = await look(ctx, repair);
  if (repair) {
    await foldAnalytics(ctx);
    await record(ctx, {
      run: [
        db
          .updateTable("analytics_state")
          .set({ checked_at: ctx.now() })
          .where("workspace_id", "=", ctx.workspaceId),
      ],
    });
  }
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
