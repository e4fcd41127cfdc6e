import { ContactParams } from "@/lib/contacts/contacts/schema";
import { explainDecision } from "@/lib/contacts/policy";
import { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { route } from "@/lib/http";
import { explainForCampaign } from "@/lib/outreach/campaigns";
import { AskAnyDecision } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";

export const GET = route(
  {
    summary: "Explain whether a contact can be reached now",
    description:
      "Includes the facts of the decision. With `campaign_id`, for that campaign: its purpose, window, end, agent, carrier and attempts. Otherwise for `purpose` and `channel`, assuming a live agent and a connected carrier. Both assume a free call slot.",
    tags: ["Contacts"],
    capability: "contacts.read",
    params: ContactParams,
    query: AskAnyDecision,
    response: ExplainedDecision,
  },
  (ctx, { params, query: { campaign_id: campaignId, ...filters } }) =>
    campaignId === undefined
      ? explainDecision(ctx, params.contact, {
          ...filters,
          window: null,
          endsAt: null,
          hasCapacity: true,
          isAgentLive: true,
          isCarrierAvailable: true,
        })
      : explainForCampaign(ctx, params.contact, campaignId, carrierFor),
);
