import { type CarrierFor, contactChannel } from "@/lib/outreach/dialing";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { requireAllowed } from "./means";
import { readCampaign } from "./read";
import { auditView, type CampaignRow, foundCampaign, selectCampaign, updateCampaignRow } from "./row";
import type { Campaign } from "./schema";
import { refusedIn } from "./states";
import { told, wake } from "./wake";

/** How long a campaign goes on unless it is told. Source: product.md, "Outreach". */
const LASTS_MS = 7 * 24 * 3_600_000;

/** When a campaign starts and ends, if it is launched at `now`. */
export function spanOf({ starts_at, ends_at }: Pick<CampaignRow, "starts_at" | "ends_at">, now: string) {
  const start = starts_at !== null && starts_at > now ? starts_at : now;
  return { start, end: ends_at ?? plusMs(start, LASTS_MS) };
}

/** The agent is locked against being archived meanwhile. Throws `invalid_state` unless it is live. */
async function requireLive(tx: Tx, ctx: Ctx, agentId: string): Promise<void> {
  const agent = await tx.one(
    db
      .selectFrom("agents")
      .select("status")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", agentId)
      .forShare(),
  );
  if (agent?.status !== "live")
    throw new AppError("invalid_state", "The agent is not live. Deploy it first.");
}

const NO_CARRIER = () =>
  new AppError(
    "invalid_state",
    "carrier_unavailable: There is no carrier for this channel. Set one up under integrations, or launch it with a key of the test environment.",
  );

/**
 * Launches a campaign: it runs, or is scheduled where it starts later. Asked twice it launches once. Throws `not_found`,
 * and `invalid_state` where its agent is not live or breaks the workspace's terms, nobody could be reached, its end has
 * passed, or it is over.
 */
export async function launchCampaign(ctx: Ctx, id: string, carrierFor: CarrierFor): Promise<Campaign> {
  const { channel, agent_id, status } = foundCampaign(await ctx.db.one(selectCampaign(ctx, id)));
  if (status === "draft") await requireAllowed(ctx, agent_id);
  // Asked outside the transaction, as a carrier may take its time.
  const reachable = await carrierFor(ctx.environment).ready(ctx, contactChannel(channel));
  await mutate(ctx, async (tx) => {
    const row = foundCampaign(await tx.one(selectCampaign(ctx, id).forUpdate()));
    if (row.status === "canceled" || row.status === "failed")
      throw refusedIn(row.status, "Make a new one to go on.");
    await requireLive(tx, ctx, row.agent_id);
    if (row.status !== "draft") return { result: undefined, audit: null };
    if (!reachable) throw NO_CARRIER();
    const now = ctx.now();
    const { start, end } = spanOf(row, now);
    if (end <= now) throw refusedIn(row.status, "Its end has passed. Set a later one first.");
    const set = {
      status: start > now ? "scheduled" : "running",
      ends_at: end,
      launched_at: now,
    } as const;
    await tx.batch(updateCampaignRow(ctx, id, set), wake(ctx, id, start), told(id));
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
