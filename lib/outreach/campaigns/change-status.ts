import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type IfMatch, requireMatch } from "@/lib/platform/if-match";
import {
  auditView,
  type CampaignRow,
  campaignOrNotFound,
  selectCampaign,
  updateCampaignRow,
} from "./campaign-row";
import { readCampaign } from "./read";
import type { Campaign, CampaignStatus } from "./schema";
import { TRANSITIONS, type Verb } from "./status-transitions";
import { notifyProgress } from "./step-job";

type StatusChange = {
  action: AuditEvent["action"];
  set: { status: CampaignStatus; completed_at?: string };
  /** Further work in the same transaction. */
  extraWork?: (tx: Tx) => Promise<unknown>;
};

/**
 * Changes a campaign's status by the rules of `status-transitions.ts`. It changes nothing if the campaign has
 * the status already. Throws `not_found`, `precondition_failed`, and `invalid_state` if the current status does not allow it.
 */
export async function changeStatus(
  ctx: Ctx,
  id: string,
  { verb, ifMatch }: { verb: Verb; ifMatch: IfMatch },
  to: (row: CampaignRow) => StatusChange,
): Promise<Campaign> {
  const { from, already }: { from: readonly string[]; already: readonly string[] } = TRANSITIONS[verb];
  await writeAudited(ctx, async (tx) => {
    const row = campaignOrNotFound(await tx.first(selectCampaign(ctx, id).forNoKeyUpdate()));
    requireMatch(ifMatch, row, "campaign");
    if (already.includes(row.status)) return { result: undefined, audit: null };
    if (!from.includes(row.status))
      throw new AppError(`campaign_cannot_${verb}`, { params: { status: row.status } });
    const { action, set, extraWork } = to(row);
    await tx.batch(updateCampaignRow(ctx, id, set), notifyProgress(id));
    await extraWork?.(tx);
    return {
      result: undefined,
      audit: { action, target: id, before: auditView(row), after: auditView({ ...row, ...set }) },
    };
  });
  return readCampaign(ctx, id);
}
