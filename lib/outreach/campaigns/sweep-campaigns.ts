import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { enqueueEachExpression } from "@/lib/platform/jobs";

/** Maximum campaigns of one sweep. The next sweep takes the rest. */
const MAX_AT_ONCE = 1_000;

/** An active contact whose attempt has ended. The notification was lost. */
const unheard = sql<boolean>`exists (select from campaign_contacts cc join attempts a on a.call_id = cc.last_call_id
  where cc.workspace_id = c.workspace_id and cc.campaign_id = c.id and cc.status = 'active'
    and a.workspace_id = c.workspace_id and a.state = 'ended')`;
/** A waiting contact. */
const waits = sql<boolean>`exists (select from campaign_contacts cc where cc.workspace_id = c.workspace_id
  and cc.campaign_id = c.id and cc.status in ('pending', 'held'))`;

/**
 * Enqueues a step for every scheduled and running campaign of a workspace, in both environments, in case a
 * job permanently failed or a worker died before it reported an attempt's end. Paused and final campaigns get
 * a step if a contact is still to be settled. A step without work enqueues the next one if needed.
 */
export async function sweepCampaigns(ctx: Ctx): Promise<void> {
  const each = db
    .selectFrom("campaigns as c")
    .select(
      enqueueEachExpression(
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
  await writeUnaudited(ctx, { run: [each] });
}
