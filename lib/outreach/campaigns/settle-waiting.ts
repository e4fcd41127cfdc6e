import type { Ctx } from "@/lib/platform/context";
import { db, json, type Tx } from "@/lib/platform/db";
import type { StoredReason } from "./contact-reasons";
import type { CampaignContactStatus } from "./schema";

/**
 * Contacts of one statement: a fraction of a second, so that others do not wait longer for the campaign's
 * row.
 */
const BATCH_SIZE = 5_000;

type FinalState = { status: CampaignContactStatus; reasons: readonly StoredReason[] };

/**
 * Sets the final state of waiting contacts that the campaign will not reach. Call it under the lock of the
 * campaign's row. Returns true if there may be more.
 */
export async function settleWaitingContacts(
  tx: Tx,
  ctx: Ctx,
  campaignId: string,
  to: FinalState,
): Promise<boolean> {
  const waiting = db
    .selectFrom("campaign_contacts as w")
    .select("w.contact_id")
    .where("w.workspace_id", "=", ctx.workspaceId)
    .where("w.campaign_id", "=", campaignId)
    .where("w.status", "in", ["pending", "held"])
    .limit(BATCH_SIZE);
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
  return cleared.length === BATCH_SIZE;
}
