import { route } from "@/lib/http";
import { pauseCampaign, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const POST = route(
  {
    summary: "Pause a campaign",
    description: "No new calls or texts are started; those in progress continue. Idempotent.",
    tags: ["Campaigns"],
    capability: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params, ifMatch }) => pauseCampaign(ctx, params.id, ifMatch),
);
