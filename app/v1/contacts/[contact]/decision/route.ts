import { ContactParams } from "@/lib/contacts/contacts/schema";
import { explainDecision } from "@/lib/contacts/policy";
import { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { route } from "@/lib/http";
import { explainForCampaign } from "@/lib/outreach/campaigns";
import { AskAnyDecision } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";

export const GET = route(
  {
    summary: "Say whether a contact may be contacted now, and why",
    description:
      "With the facts that decide it. With `campaign_id` for that campaign: its purpose, window, end, agent, carrier and attempts. Else for `purpose` and `channel`, where it is taken for granted that an agent is live and a carrier is there. That a place is free is taken for granted in both.",
    tags: ["Contacts"],
    can: "contacts.read",
    params: ContactParams,
    query: AskAnyDecision,
    response: ExplainedDecision,
  },
  (ctx, { params, query: { campaign_id: campaignId, ...asked } }) =>
    campaignId === undefined
      ? explainDecision(ctx, params.contact, {
          ...asked,
          window: null,
          endsAt: null,
          capacity: true,
          agentLive: true,
          carrierAvailable: true,
        })
      : explainForCampaign(ctx, params.contact, campaignId, carrierFor),
);
