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
  },
  (ctx, { params, body }) => updateCampaign(ctx, params.id, body),
);
