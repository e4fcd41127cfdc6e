import { route } from "@/lib/http";
import {
  addCampaignContacts,
  listCampaignContacts,
  readCampaign,
  removeCampaignContacts,
} from "@/lib/outreach/campaigns";
import {
  AddContacts,
  Campaign,
  CampaignContactPage,
  CampaignParams,
  ListCampaignContacts,
} from "@/lib/outreach/campaigns/schema";

const tags = ["Campaigns"];

export const GET = route(
  {
    summary: "List a campaign's contacts",
    description: "Where each stands, and why; the latest added first.",
    tags,
    can: "campaigns.read",
    params: CampaignParams,
    query: ListCampaignContacts,
    response: CampaignContactPage,
  },
  (ctx, { params, query }) => listCampaignContacts(ctx, params.id, query),
);

export const POST = route(
  {
    summary: "Add contacts to a campaign",
    description:
      "Up to 5,000 at once, with their consents, to a campaign that is not over; a running one looks at them next. Numbers that are no contact yet become one. Who is in the campaign already is not added twice.",
    tags,
    can: "campaigns.write",
    params: CampaignParams,
    body: AddContacts,
    response: Campaign,
    replay: (ctx, { params }) => readCampaign(ctx, params.id),
  },
  (ctx, { params, body }) => addCampaignContacts(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Empty a draft campaign",
    description:
      "Takes all contacts out of it; they stay contacts. 409 `invalid_state` once it is launched, as whom it reaches was seen before.",
    tags,
    can: "campaigns.write",
    params: CampaignParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await removeCampaignContacts(ctx, params.id, null);
    return undefined;
  },
);
