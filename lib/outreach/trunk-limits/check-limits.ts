import { settingsDocument } from "@/lib/agents/providers";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { notifyLimit } from "./notify-limit";
import { findNearLimits, findReachedLimit, minutePriceOf, type ReachedLimit } from "./reached-limit";
import { selectUsage } from "./select-usage";
import { limitsOf, selectTrunkSettings } from "./stored-limits";

/** A call that a trunk is to place: the number in E.164, its country (ISO 3166), and whether that is another one than the caller's. */
export type LimitedCall = { integrationId: string; to: string; country: string | null; isForeign: boolean };

/** The price to store with the call, in millionths per minute, or the limit that forbids it. */
export type LimitCheck = { at: "allowed"; minutePrice: number } | { at: "limited"; limit: ReachedLimit };

/**
 * Checks a call against the limits of its trunk, and notifies admins of a limit that is near or reached. The transaction holds
 * the lock of the trunk, so that calls of several workers are checked one after the other.
 */
export async function checkLimits(tx: Tx, ctx: Ctx, call: LimitedCall): Promise<LimitCheck> {
  const { integrationId, to, country, isForeign } = call;
  const [[row], [usage]] = await tx.batch(
    selectTrunkSettings(ctx.workspaceId, integrationId),
    selectUsage(ctx.workspaceId, integrationId, country),
  );
  const limits = limitsOf(row?.settings ?? {});
  const minutePrice = minutePriceOf(limits.prices, to);
  if (usage === undefined) throw new Error("A trunk's usage has no row.");
  const lifts = settingsDocument.read(row?.settings ?? {}).limit_lifts ?? 0;
  const next = { minutePrice, isForeign };
  const limit = findReachedLimit(limits, usage, next);
  if (limit !== null) {
    await tx.all(notifyLimit(ctx, "trunk.limit_reached", integrationId, limit, lifts));
    return { at: "limited", limit };
  }
  for (const near of findNearLimits(limits, usage, next))
    await tx.all(notifyLimit(ctx, "trunk.limit_near", integrationId, near, lifts));
  return { at: "allowed", minutePrice };
}
