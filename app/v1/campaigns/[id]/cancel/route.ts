import { route } from "@/lib/http";
import { cancelCampaign, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const POST = route(
  {
    summary: "Cancel a campaign",
    description:
      "Permanently stops a campaign: pending contacts are canceled, and calls in progress continue and settle. Idempotent.",
    tags: ["Campaigns"],
    capability: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params, ifMatch }) => cancelCampaign(ctx, params.id, ifMatch),
);
