import { ContactParams } from "@/lib/contacts/schema";
import { route } from "@/lib/http";
import { explainDecision } from "@/lib/outreach";
import { AskDecision, ExplainedDecision } from "@/lib/outreach/schema";

export const GET = route(
  {
    summary: "Say whether a contact may be contacted now, and why",
    description:
      "With the facts that decide it. It speaks of the contact: that an agent is live, a carrier is there and a place is free is taken for granted.",
    tags: ["Contacts"],
    role: "viewer",
    params: ContactParams,
    query: AskDecision,
    response: ExplainedDecision,
  },
  (ctx, { params, query }) =>
    explainDecision(ctx, params.contact, {
      ...query,
      window: null,
      endsAt: null,
      capacity: true,
      agentLive: true,
      carrierAvailable: true,
    }),
);
