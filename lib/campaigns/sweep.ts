import { sql } from "kysely";
import type { Ctx } from "@/lib/context";
import { db, record } from "@/lib/db";
import { enqueuedEach } from "@/lib/jobs";

/** Campaigns that go on at once in one workspace; what is beyond comes with the next sweep. */
const MAX_AT_ONCE = 1_000;

/**
 * Wakes every campaign of a workspace that goes on, in both environments, for the case that a job of one was given up.
 * A step that finds nothing to do says again when there is.
 */
export async function sweepCampaigns(ctx: Ctx): Promise<void> {
  const each = db
    .selectFrom("campaigns")
    .select(
      enqueuedEach(
        "campaign.step",
        { workspaceId: sql`workspace_id`, campaignId: sql`id` },
        { key: sql`'campaign:' || id`, runAt: sql`${ctx.now()}::timestamptz` },
      ).as("enqueued"),
    )
    .where("workspace_id", "=", ctx.workspaceId)
    .where("status", "in", ["scheduled", "running"])
    .limit(MAX_AT_ONCE);
  await record(ctx, { run: [each] });
}
