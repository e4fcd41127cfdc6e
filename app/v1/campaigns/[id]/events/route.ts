import { EventStream, route } from "@/lib/http";
import { campaignEvents, readCampaign } from "@/lib/outreach/campaigns";
import { CampaignEvents, CampaignParams } from "@/lib/outreach/campaigns/schema";

export const GET = route(
  {
    summary: "Follow a campaign",
    description:
      "Server-sent events: how it stands, at once and whenever something has happened, at most once a second. The stream ends with the campaign.",
    tags: ["Campaigns"],
    can: "campaigns.read",
    internal: true,
    params: CampaignParams,
    events: CampaignEvents,
  },
  async (ctx, { params }) => {
    await readCampaign(ctx, params.id);
    return new EventStream((signal) => campaignEvents(ctx, params.id, signal));
  },
);
