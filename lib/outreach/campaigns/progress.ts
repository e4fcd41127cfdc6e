import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { followChanges } from "@/lib/platform/live";
import { campaignOrNotFound, countsOf, selectCampaign, selectCounts } from "./campaign-row";
import type { Progress } from "./schema";
import { FINAL_STATUSES } from "./status-transitions";

/** Maximum rate of updates: a campaign of a hundred calls a second would send too many. */
const MIN_INTERVAL_MS = 1_000;
/** Minimum rate of updates: `attempts_last_minute` falls without any event. */
const MAX_INTERVAL_MS = 15_000;
const MINUTE_MS = 60_000;
/** Maximum contacts whose reasons are counted, as counting more each second would be too slow. */
const MAX_REASON_CONTACTS = 10_000;

export type ProgressEvent = { event: "campaign.progress"; data: Progress };

/** Counts the reasons of held and blocked contacts. */
function selectReasons({ workspaceId }: Ctx, id: string) {
  const some = db
    .selectFrom("campaign_contacts")
    .select("reasons")
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "=", id)
    .where("status", "in", ["held", "blocked"])
    .limit(MAX_REASON_CONTACTS);
  const codes = db
    .selectFrom(some.as("picked"))
    .select(sql<string>`jsonb_array_elements(picked.reasons) ->> 'code'`.as("code"));
  return db
    .selectFrom(codes.as("codes"))
    .select(["code", sql<number>`count(*)`.as("count")])
    .groupBy("code")
    .orderBy("count", "desc")
    .orderBy("code");
}

const attemptsOf = ({ workspaceId }: Ctx, id: string) =>
  db
    .selectFrom("attempts")
    .select(sql<number>`count(*)`.as("attempts"))
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "=", id);

/** Reads the current progress of a campaign. Throws `not_found`. */
export async function readProgress(ctx: Ctx, id: string): Promise<Progress> {
  const [[found], counts, [atOnce], [lately], reasons] = await ctx.db.batch(
    selectCampaign(ctx, id),
    selectCounts(ctx, [id]),
    attemptsOf(ctx, id).where("state", "in", ["placing", "placed"]),
    attemptsOf(ctx, id).where("placed_at", ">", plusMs(ctx.now(), -MINUTE_MS)),
    selectReasons(ctx, id),
  );
  const row = campaignOrNotFound(found);
  return {
    status: row.status,
    counts: countsOf(id, counts),
    calls_at_once: atOnce?.attempts ?? 0,
    attempts_last_minute: lately?.attempts ?? 0,
    reasons: reasons as Progress["reasons"],
    backoff_until: row.backoff_until,
    waiting_reason: row.waiting_reason as Progress["waiting_reason"],
  };
}

/** Whether every contact is settled. In a large canceled campaign some may still wait. */
const isSettled = ({ counts: { pending, held, active } }: Progress): boolean => pending + held + active === 0;

/**
 * Yields the progress of a campaign: at once, then after each change, at most once a second. It ends when the
 * campaign is over and no call is in progress.
 */
export async function* campaignEvents(
  ctx: Ctx,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent> {
  const states = followChanges({
    id,
    read: () => readProgress(ctx, id),
    isFinal: (progress) => FINAL_STATUSES.includes(progress.status) && isSettled(progress),
    minIntervalMs: MIN_INTERVAL_MS,
    maxIntervalMs: MAX_INTERVAL_MS,
    signal,
  });
  for await (const data of states) yield { event: "campaign.progress", data };
}
