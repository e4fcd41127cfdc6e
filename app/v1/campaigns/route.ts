import { route } from "@/lib/http";
import { createCampaign, listCampaigns, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignPage, CreateCampaign, ListCampaigns } from "@/lib/outreach/campaigns/schema";

const tags = ["Campaigns"];

export const GET = route(
  {
    summary: "List campaigns",
    description: "Campaigns of the key's environment, newest first.",
    tags,
    capability: "campaigns.read",
    query: ListCampaigns,
    response: CampaignPage,
  },
  (ctx, { query }) => listCampaigns(ctx, query),
);

export const POST = route(
  {
    summary: "Create a campaign",
    description:
      "Creates a draft with up to 5,000 contacts; more can be added later, or by import. Defaults: calls or texts by the agent's type, 09:00 to 18:00 in the callee's time zone from Monday to Friday, 5 concurrent calls, 1 per second, 3 attempts an hour apart.",
    tags,
    capability: "campaigns.write",
    body: CreateCampaign,
    response: Campaign,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/campaigns/${id}`,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { body }) => createCampaign(ctx, body),
);
