import { route } from "@/lib/http";
import { pauseCampaign, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const POST = route(
  {
    summary: "Pause a campaign",
    description: "Nothing new is placed; what has been placed goes on. Asked again it changes nothing.",
    tags: ["Campaigns"],
    can: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params }) => pauseCampaign(ctx, params.id),
);
