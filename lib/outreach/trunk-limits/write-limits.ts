import { sql } from "kysely";
import { settingsDocument } from "@/lib/agents/providers";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { readTrunkLimits } from "./read-limits";
import type { TrunkLimits, TrunkLimitsState } from "./schema";
import { limitsOf, selectTrunkSettings } from "./stored-limits";

/** The limits as the audit log stores them, without the list of prefixes. */
const auditView = (limits: TrunkLimits): AuditView => ({
  per_day: limits.per_day,
  per_hour: limits.per_hour,
  calls_per_country: limits.calls_per_country,
  failed_percent: limits.failed_percent,
  currency: limits.prices?.currency ?? null,
  prices_as_of: limits.prices?.as_of ?? null,
  default_per_minute: limits.prices?.default_per_minute ?? null,
  prefixes: limits.prices?.by_prefix.length ?? 0,
});

type Change = { action: "trunk.limits_changed" | "trunk.limits_lifted"; stored: object; after: AuditView };

/** The time of a lift is the database's, as that of the calls that are compared with it. */
const databaseTimes = (action: Change["action"]) =>
  action === "trunk.limits_lifted" ? sql`jsonb_build_object('limits_lifted_at', now())` : sql`'{}'::jsonb`;

async function changeSettings(
  ctx: Ctx,
  id: string,
  change: (settings: unknown) => Change,
): Promise<TrunkLimitsState> {
  await writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectTrunkSettings(ctx.workspaceId, id).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    const { action, stored, after } = change(row.settings);
    await tx.all(
      db
        .updateTable("integrations")
        .set({ settings: sql`settings || ${json(stored)}::jsonb || ${databaseTimes(action)}` })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const before = auditView(limitsOf(row.settings));
    return { result: undefined, audit: { action, target: id, before, after } };
  });
  return readTrunkLimits(ctx, id);
}

/** Replaces the limits of a SIP trunk. They count for the next call, with what was used before. Throws `not_found`. */
export const setTrunkLimits = (ctx: Ctx, id: string, limits: TrunkLimits): Promise<TrunkLimitsState> =>
  changeSettings(ctx, id, () => ({
    action: "trunk.limits_changed",
    stored: { limits },
    after: auditView(limits),
  }));

/**
 * Lifts the limits of a SIP trunk that stop its calls: the use of the hour and the day counts from zero again, also that of calls in
 * progress, so that a mistake costs at most a second limit. Throws `not_found`.
 */
export const liftTrunkLimits = (ctx: Ctx, id: string): Promise<TrunkLimitsState> =>
  changeSettings(ctx, id, (settings) => {
    const lifts = (settingsDocument.read(settings).limit_lifts ?? 0) + 1;
    return {
      action: "trunk.limits_lifted",
      stored: { limit_lifts: lifts },
      after: { ...auditView(limitsOf(settings)), lifts },
    };
  });
