import { route } from "@/lib/http";
import { cancelCampaign, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const POST = route(
  {
    summary: "Cancel a campaign",
    description:
      "For good: who waits is canceled, what is under way goes on and settles. Asked again it changes nothing.",
    tags: ["Campaigns"],
    can: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params }) => cancelCampaign(ctx, params.id),
);
