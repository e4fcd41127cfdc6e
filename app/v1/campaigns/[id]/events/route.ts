import { EventStream, route } from "@/lib/http";
import { campaignEvents, readCampaign } from "@/lib/outreach/campaigns";
import { CampaignEvents, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const GET = route(
  {
    summary: "Stream a campaign's events",
    description:
      "Server-sent events: the campaign's progress, immediately and after each change, at most once a second. The stream ends with the campaign.",
    tags: ["Campaigns"],
    capability: "campaigns.read",
    internal: true,
    params: CampaignParams,
    events: CampaignEvents,
  },
  async (ctx, { params }) => {
    await readCampaign(ctx, params.id);
    return new EventStream((signal) => campaignEvents(ctx, params.id, signal));
  },
);
