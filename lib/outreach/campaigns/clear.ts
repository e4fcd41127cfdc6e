import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import type { CampaignContactStatus, ContactReason } from "./schema";

/** Contacts of one statement: a fraction of a second, so that others wait no longer for the campaign's row. */
const CLEAR_AT_ONCE = 5_000;

type To = { status: CampaignContactStatus; reasons: readonly ContactReason[] };

/**
 * Says of contacts that wait what becomes of them, as the campaign will not reach them any more. Under the lock of its
 * row. True where there may be more of them.
 */
export async function clearWaiting(tx: Tx, ctx: Ctx, campaignId: string, to: To): Promise<boolean> {
  const waiting = db
    .selectFrom("campaign_contacts as w")
    .select("w.contact_id")
    .where("w.workspace_id", "=", ctx.workspaceId)
    .where("w.campaign_id", "=", campaignId)
    .where("w.status", "in", ["pending", "held"])
    .limit(CLEAR_AT_ONCE);
  const cleared = await tx.all(
    db
      .updateTable("campaign_contacts")
      .set({
        status: to.status,
        reasons: json(to.reasons),
        next_attempt_at: null,
        updated_at: ctx.now(),
      })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("campaign_id", "=", campaignId)
      .where("contact_id", "in", waiting)
      .returning("contact_id"),
  );
  return cleared.length === CLEAR_AT_ONCE;
}
