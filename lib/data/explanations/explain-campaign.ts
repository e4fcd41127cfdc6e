import { capsFor } from "@/lib/contacts/policy";
import { readCampaign, readProgress, regionsOfCampaign } from "@/lib/outreach/campaigns";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import type { Ctx } from "@/lib/platform/context";
import { accessFindings, readAuditTrail } from "./audit-trail";
import { createExplanation, finding } from "./finding";
import { hoursFinding } from "./hours-finding";
import type { Explanation, ExplanationFinding } from "./schema";

/** Actions that start, stop or end a campaign. */
const CONTROL_ACTIONS = [
  ...["campaign.launched", "campaign.paused", "campaign.resumed"],
  ...["campaign.canceled", "campaign.completed", "campaign.failed"],
];

async function decisionFinding(
  ctx: Ctx,
  { id, launched_at: launchedAt }: Campaign,
): Promise<ExplanationFinding> {
  const audit = await readAuditTrail(ctx, { targets: [id], actions: CONTROL_ACTIONS });
  return launchedAt === null
    ? finding("decision", "campaign_draft", { audit })
    : finding("decision", "campaign_launched", { at: launchedAt, audit });
}

/** Contacts that the campaign does not reach now, by reason. */
async function exclusionFinding(ctx: Ctx, id: string): Promise<ExplanationFinding> {
  const { counts, reasons } = await readProgress(ctx, id);
  const count = counts.held + counts.blocked;
  if (count === 0) return finding("exclusion", "none_excluded");
  return finding("exclusion", "contacts_excluded", {
    count,
    reasons: reasons.map(({ code, count: contacts }) => ({
      code,
      reason: null,
      message: null,
      until: null,
      count: contacts,
    })),
  });
}

/**
 * Explains a campaign: who started and stopped it, the consent that it requires, the hours and caps that apply to its
 * contacts, and who is excluded. Throws `not_found`.
 */
export async function explainCampaign(ctx: Ctx, id: string): Promise<Explanation> {
  const campaign = await readCampaign(ctx, id);
  const { purpose, channel, attempts } = campaign;
  const regions = await regionsOfCampaign(ctx, id);
  const caps = capsFor(regions, purpose).map((cap) => ({ ...cap, used: null }));
  const parts = await Promise.all([
    decisionFinding(ctx, campaign),
    finding("consent", "consent_required", { names: [purpose, channel === "phone" ? "call" : "text"] }),
    hoursFinding(regions, purpose),
    finding("caps", "campaign_caps", { count: attempts.max, caps }),
    exclusionFinding(ctx, id),
  ]);
  const access = await accessFindings(ctx, { path: `/campaigns/${id}`, id });
  return createExplanation(ctx, { kind: "campaign", id }, [...parts, ...access]);
}
