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
    description: "Each contact's status and reason, latest added first.",
    tags,
    capability: "campaigns.read",
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
      "Adds up to 5,000 contacts at once, with their consents, to a campaign that has not ended. A running campaign includes them immediately. Unknown numbers become contacts. A contact that is already in the campaign is not added again.",
    tags,
    capability: "campaigns.write",
    params: CampaignParams,
    body: AddContacts,
    response: Campaign,
    etag: ({ revision }) => revision,
    replay: (ctx, { params }) => readCampaign(ctx, params.id),
  },
  (ctx, { params, body }) => addCampaignContacts(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Remove all contacts from a draft campaign",
    description:
      "The contacts themselves stay. 409 `invalid_state` after the launch, as its audience was checked before.",
    tags,
    capability: "campaigns.write",
    params: CampaignParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await removeCampaignContacts(ctx, params.id, null);
    return undefined;
  },
);
