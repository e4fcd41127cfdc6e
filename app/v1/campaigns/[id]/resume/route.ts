import { route } from "@/lib/http";
import { readCampaign, resumeCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const POST = route(
  {
    summary: "Resume a campaign",
    description: "Continues a paused campaign. Idempotent.",
    tags: ["Campaigns"],
    capability: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params, ifMatch }) => resumeCampaign(ctx, params.id, ifMatch),
);
