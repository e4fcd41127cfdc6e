import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { subscribe } from "@/lib/platform/live";
import { countsOf, foundCampaign, selectCampaign, selectCounts } from "./row";
import type { Progress } from "./schema";
import { OVER } from "./states";

/** Nobody reads faster, and a campaign of a hundred calls a second tells of each. */
const AT_MOST_EVERY_MS = 1_000;
/** The calls of the last minute fall while nothing happens. */
const AT_LEAST_EVERY_MS = 15_000;
const MINUTE_MS = 60_000;
/** Contacts whose reasons are counted: of more than these, counting each second would cost more than the calls. */
const REASONS_OF = 10_000;

export type ProgressEvent = { event: "campaign.progress"; data: Progress };

/** How often each reason is among those of the contacts that are held or blocked. */
function selectReasons({ workspaceId }: Ctx, id: string) {
  const some = db
    .selectFrom("campaign_contacts")
    .select("reasons")
    .where("workspace_id", "=", workspaceId)
    .where("campaign_id", "=", id)
    .where("status", "in", ["held", "blocked"])
    .limit(REASONS_OF);
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

/** How a campaign goes on at this moment. Throws `not_found`. */
export async function readProgress(ctx: Ctx, id: string): Promise<Progress> {
  const [[found], counts, [atOnce], [lately], reasons] = await ctx.db.batch(
    selectCampaign(ctx, id),
    selectCounts(ctx, [id]),
    attemptsOf(ctx, id).where("state", "in", ["placing", "placed"]),
    attemptsOf(ctx, id).where("placed_at", ">", plusMs(ctx.now(), -MINUTE_MS)),
    selectReasons(ctx, id),
  );
  const row = foundCampaign(found);
  return {
    status: row.status,
    counts: countsOf(id, counts),
    calls_at_once: atOnce?.attempts ?? 0,
    attempts_last_minute: lately?.attempts ?? 0,
    reasons: reasons as Progress["reasons"],
    backoff_until: row.backoff_until,
  };
}

/** Whether every contact has come to its end: of a large campaign that is canceled, some still wait for theirs. */
const isSettled = ({ counts: { pending, held, active } }: Progress): boolean => pending + held + active === 0;

/** Waits; an abort ends it early and is no error. */
const rest = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/**
 * A campaign while it goes on: how it stands at once, and again whenever something has happened, at most once a second.
 * It ends with the campaign, once nobody is spoken to any more.
 */
export async function* campaignEvents(
  ctx: Ctx,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent> {
  let news = new AbortController();
  const stop = await subscribe(id, () => news.abort());
  try {
    while (!signal.aborted) {
      // What happens from here on is news, also while it is read.
      news = new AbortController();
      const data = await readProgress(ctx, id);
      yield { event: "campaign.progress", data };
      if (OVER.includes(data.status) && isSettled(data)) return;
      await rest(AT_MOST_EVERY_MS, signal);
      await rest(AT_LEAST_EVERY_MS - AT_MOST_EVERY_MS, AbortSignal.any([signal, news.signal]));
    }
  } finally {
    stop();
  }
}
