import type { z } from "zod";
import { explainDecision } from "@/lib/contacts/policy";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { explainForCampaign } from "@/lib/outreach/campaigns";
import type { AskAnyDecision } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";
import type { Ctx } from "@/lib/platform/context";

type Query = z.output<typeof AskAnyDecision>;

/**
 * Decides whether a contact can be reached now: for a campaign, or for a purpose and a channel, which assumes a live agent
 * and a connected carrier. Throws `not_found`.
 */
export const decideNow = (
  ctx: Ctx,
  contact: string,
  { campaign_id: campaignId, ...outreach }: Query,
): Promise<ExplainedDecision> =>
  campaignId === undefined
    ? explainDecision(ctx, contact, {
        ...outreach,
        window: null,
        endsAt: null,
        hasCapacity: true,
        isAgentLive: true,
        isCarrierAvailable: true,
      })
    : explainForCampaign(ctx, contact, campaignId, carrierFor);
