import { route } from "@/lib/http";
import { createCampaign, listCampaigns, readCampaign } from "@/lib/outreach/campaigns";
import { Campaign, CampaignPage, CreateCampaign, ListCampaigns } from "@/lib/outreach/campaigns/schema";

const tags = ["Campaigns"];

export const GET = route(
  {
    summary: "List campaigns",
    description: "Campaigns of the key's environment, newest first.",
    tags,
    can: "campaigns.read",
    query: ListCampaigns,
    response: CampaignPage,
  },
  (ctx, { query }) => listCampaigns(ctx, query),
);

export const POST = route(
  {
    summary: "Create a campaign",
    description:
      "Makes a draft, with up to 5,000 contacts; more are added later, or by import. What is left out has a default: calls or texts by the agent's type, 09:00 to 18:00 of whoever is called from Monday to Friday, 5 calls at once, 1 a second, 3 attempts an hour apart.",
    tags,
    can: "campaigns.write",
    body: CreateCampaign,
    response: Campaign,
    status: 201,
    location: ({ id }) => `/v1/campaigns/${id}`,
    replay: (ctx, { reference }) => readCampaign(ctx, reference),
  },
  (ctx, { body }) => createCampaign(ctx, body),
);
