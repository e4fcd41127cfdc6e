import { type CarrierFor, contactChannel } from "@/lib/outreach/dialing";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import { requireAgentAllowed } from "./campaign-means";
import {
  auditView,
  type CampaignRow,
  campaignOrNotFound,
  selectCampaign,
  updateCampaignRow,
} from "./campaign-row";
import { readCampaign } from "./read";
import type { Campaign } from "./schema";
import { enqueueStep, notifyProgress } from "./step-job";

/** Default duration of a campaign. Source: product.md, "Outreach". */
const DEFAULT_DURATION_MS = 7 * 24 * 3_600_000;

/** The start and end of a campaign that is launched at `now`. */
export function scheduleOf({ starts_at, ends_at }: Pick<CampaignRow, "starts_at" | "ends_at">, now: string) {
  const start = starts_at !== null && starts_at > now ? starts_at : now;
  return { start, end: ends_at ?? plusMs(start, DEFAULT_DURATION_MS) };
}

/** Locks the agent so that it cannot be archived. Throws `invalid_state` unless it is live. */
async function requireLiveAgent(tx: Tx, ctx: Ctx, agentId: string): Promise<void> {
  const agent = await tx.first(
    db
      .selectFrom("agents")
      .select("status")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", agentId)
      .forShare(),
  );
  if (agent?.status !== "live") throw new AppError("agent_not_live");
}

const noCarrierError = () => new AppError("campaign_without_carrier");

/**
 * Launches a campaign: it is running, or scheduled if it starts later. Repeating it changes nothing. Throws
 * `not_found`, `precondition_failed`, and `invalid_state` if the agent is not live or breaks the workspace's provider policy, no
 * carrier is available, the end has passed, or the campaign is over.
 */
export async function launchCampaign(
  ctx: Ctx,
  id: string,
  carrierFor: CarrierFor,
  ifMatch: IfMatch = null,
): Promise<Campaign> {
  const { channel, agent_id, status } = campaignOrNotFound(await ctx.db.first(selectCampaign(ctx, id)));
  if (status === "draft") await requireAgentAllowed(ctx, agent_id);
  // Done outside the transaction, as a carrier may be slow.
  const isCarrierReady = await carrierFor(ctx.environment).ready(ctx, contactChannel(channel));
  await writeAudited(ctx, async (tx) => {
    const row = campaignOrNotFound(await tx.first(selectCampaign(ctx, id).forNoKeyUpdate()));
    requireMatch(ifMatch, row, "campaign");
    if (row.status === "canceled" || row.status === "failed")
      throw new AppError("campaign_cannot_launch", { params: { status: row.status } });
    await requireLiveAgent(tx, ctx, row.agent_id);
    if (row.status !== "draft") return { result: undefined, audit: null };
    if (!isCarrierReady) throw noCarrierError();
    const now = ctx.now();
    const { start, end } = scheduleOf(row, now);
    if (end <= now) throw new AppError("campaign_end_before_launch", { params: { status: row.status } });
    const set = {
      status: start > now ? "scheduled" : "running",
      ends_at: end,
      launched_at: now,
    } as const;
    await tx.batch(updateCampaignRow(ctx, id, set), enqueueStep(ctx, id, start), notifyProgress(id));
    return {
      result: undefined,
      audit: {
        action: "campaign.launched",
        target: id,
        before: auditView(row),
        after: auditView({ ...row, ...set }),
      },
    };
  });
  return readCampaign(ctx, id);
}
