import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { enqueuedEach } from "@/lib/platform/jobs";

/** Campaigns that go on at once in one workspace; what is beyond comes with the next sweep. */
const MAX_AT_ONCE = 1_000;

/** Somebody who is spoken to no more, and of whom the campaign has not heard: the word of it was lost. */
const unheard = sql<boolean>`exists (select from campaign_contacts cc join attempts a on a.call_id = cc.last_call_id
  where cc.workspace_id = c.workspace_id and cc.campaign_id = c.id and cc.status = 'active'
    and a.workspace_id = c.workspace_id and a.state = 'ended')`;
/** Somebody who waits. */
const waits = sql<boolean>`exists (select from campaign_contacts cc where cc.workspace_id = c.workspace_id
  and cc.campaign_id = c.id and cc.status in ('pending', 'held'))`;

/**
 * Wakes every campaign of a workspace that goes on, in both environments, for the case that a job of one was given up or
 * that a worker died before it told of an attempt's end; and each that is paused or over of whose contacts one is still
 * to be settled. A step that finds nothing to do says again when there is.
 */
export async function sweepCampaigns(ctx: Ctx): Promise<void> {
  const each = db
    .selectFrom("campaigns as c")
    .select(
      enqueuedEach(
        "campaign.step",
        { workspaceId: sql`c.workspace_id`, campaignId: sql`c.id` },
        { key: sql`'campaign:' || c.id`, runAt: sql`${ctx.now()}::timestamptz` },
      ).as("enqueued"),
    )
    .where("c.workspace_id", "=", ctx.workspaceId)
    .where((eb) =>
      eb.or([
        eb("c.status", "in", ["scheduled", "running"]),
        eb.and([eb("c.status", "in", ["paused", "canceled", "failed"]), unheard]),
        eb.and([eb("c.status", "in", ["canceled", "failed"]), waits]),
      ]),
    )
    .limit(MAX_AT_ONCE);
  await record(ctx, { run: [each] });
}
