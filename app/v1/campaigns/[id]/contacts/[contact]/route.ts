import { route } from "@/lib/http";
import { removeCampaignContacts } from "@/lib/outreach/campaigns";
import { CampaignContactParams } from "@/lib/outreach/campaigns/schema";

export const DELETE = route(
  {
    summary: "Take a contact out of a draft campaign",
    description:
      "By id or number; the contact itself stays, and who is not in the campaign is no error. 409 `invalid_state` once it is launched: suppress who is to be left alone.",
    tags: ["Campaigns"],
    can: "campaigns.write",
    params: CampaignContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await removeCampaignContacts(ctx, params.id, params.contact);
    return undefined;
  },
);
