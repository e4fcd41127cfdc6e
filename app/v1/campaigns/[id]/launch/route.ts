import { route } from "@/lib/http";
import { launchCampaign, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";

export const POST = route(
  {
    summary: "Launch a campaign",
    description:
      "Starts the campaign, or schedules it if `starts_at` is in the future. Idempotent. 409 unless its agent is live, a carrier is connected, and the campaign is a draft or launched.",
    tags: ["Campaigns"],
    capability: "campaigns.write",
    params: CampaignParams,
    response: Campaign,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { params, ifMatch }) => launchCampaign(ctx, params.id, carrierFor, ifMatch),
);
