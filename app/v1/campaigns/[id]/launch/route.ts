import { route } from "@/lib/http";
import { launchCampaign, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";

export const POST = route(
  {
    summary: "Launch a campaign",
    description:
      "It runs, or is scheduled where `starts_at` lies ahead. Asked twice it launches once. 409 unless its agent is live, a carrier is there, and it is a draft or launched already.",
    tags: ["Campaigns"],
    can: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params }) => launchCampaign(ctx, params.id, carrierFor),
);
