import { route } from "@/lib/http";
import { readCampaign, updateCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignParams, UpdateCampaign } from "@/lib/outreach/campaigns/schema";

const tags = ["Campaigns"];

export const GET = route(
  { summary: "Fetch a campaign", tags, can: "campaigns.read", params: CampaignParams, response: Campaign },
  (ctx, { params }) => readCampaign(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update a campaign",
    description:
      "A draft can be changed in everything. Once launched: its name, its end, the calls at once and a second. `window` and `attempts` merge.",
    tags,
    can: "campaigns.write",
    params: CampaignParams,
    body: UpdateCampaign,
    response: Campaign,
  },
  (ctx, { params, body }) => updateCampaign(ctx, params.id, body),
);
