import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import { findReachedLimit, MICROS, minutePriceOf, type ReachedLimit, type TrunkUsage } from "./reached-limit";
import type { TrunkLimits, TrunkLimitsState } from "./schema";
import { selectUsage } from "./select-usage";
import { limitsOf, selectTrunkSettings } from "./stored-limits";

type State = { limits: TrunkLimits; usage: TrunkUsage };

async function readState(ctx: Ctx, id: string, country: string | null): Promise<State | null> {
  const [[row], [usage]] = await ctx.db.batch(
    selectTrunkSettings(ctx.workspaceId, id),
    selectUsage(ctx.workspaceId, id, country),
  );
  return row === undefined || usage === undefined ? null : { limits: limitsOf(row.settings), usage };
}

/** The destination of a call that may be placed soon; undefined for any domestic one. */
export type Destination = { to: string; country: string | null; isForeign: boolean };

/**
 * Finds the limit that forbids a call over a trunk now; null if there is none. The answer is a preview: the check that counts is
 * made when the call is placed.
 */
export async function findTrunkLimit(
  ctx: Ctx,
  integrationId: string,
  destination?: Destination,
): Promise<ReachedLimit | null> {
  const state = await readState(ctx, integrationId, destination?.country ?? null);
  if (state === null) return null;
  const { limits, usage } = state;
  const minutePrice = destination === undefined ? 0 : minutePriceOf(limits.prices, destination.to);
  return findReachedLimit(limits, usage, { minutePrice, isForeign: destination?.isForeign ?? false });
}

/** Reads a trunk's limits and their use. Throws `not_found` for other integrations. */
export async function readTrunkLimits(ctx: Ctx, id: string): Promise<TrunkLimitsState> {
  const state = await readState(ctx, id, null);
  if (state === null) throw notFound();
  const { limits, usage } = state;
  const limit = findReachedLimit(limits, usage, { minutePrice: 0, isForeign: false });
  const reached = limit?.kind === "country" ? null : (limit?.kind ?? null);
  return {
    integration_id: id,
    limits,
    usage: {
      day_minutes: usage.dayMinutes,
      day_spend: usage.daySpend / MICROS,
      hour_minutes: usage.hourMinutes,
      hour_spend: usage.hourSpend / MICROS,
      hour_calls: usage.hourCalls,
      hour_failed: usage.hourFailed,
    },
    reached,
    until: reached === null ? null : (limit?.until ?? null),
  };
}
