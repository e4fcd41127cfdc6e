import { route } from "@/lib/http";
import { readCampaign, updateCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams, UpdateCampaign } from "@/lib/outreach/campaigns/schema";

const tags = ["Campaigns"];

export const GET = route(
  {
    summary: "Get a campaign",
    tags,
    capability: "campaigns.read",
    params: CampaignParams,
    response: Campaign,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readCampaign(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a campaign",
    description:
      "All fields of a draft can be changed. After the launch: its name, its end, concurrent calls and calls per second. `window` and `attempts` are merged.",
    tags,
    capability: "campaigns.write",
    params: CampaignParams,
    body: UpdateCampaign,
    response: Campaign,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updateCampaign(ctx, params.id, body, ifMatch),
);
