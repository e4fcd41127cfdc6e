import { route } from "@/lib/http";
import { removeCampaignContacts } from "@/lib/outreach/campaigns";
import { CampaignContactParams } from "@/lib/outreach/campaigns/schema";

export const DELETE = route(
  {
    summary: "Remove a contact from a draft campaign",
    description:
      "By ID or number. The contact itself stays. Idempotent. 409 `invalid_state` after the launch: suppress the contact instead.",
    tags: ["Campaigns"],
    capability: "campaigns.write",
    params: CampaignContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await removeCampaignContacts(ctx, params.id, params.contact);
    return undefined;
  },
);
