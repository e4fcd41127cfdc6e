import { ContactParams } from "@/lib/contacts/contacts/schema";
import { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { decideNow } from "@/lib/data/explanations";
import { route } from "@/lib/http";
import { AskAnyDecision } from "@/lib/outreach/campaigns/schema";

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
  (ctx, { params, query }) => decideNow(ctx, params.contact, query),
);
