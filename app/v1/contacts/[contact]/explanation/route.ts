import { ContactParams } from "@/lib/contacts/contacts/schema";
import { explainContact } from "@/lib/data/explanations";
import { Explanation } from "@/lib/data/explanations/schema";
import { route } from "@/lib/http";
import { AskAnyDecision } from "@/lib/outreach/campaigns/schema";

export const GET = route(
  {
    summary: "Explain a contact",
    description:
      "Whether it can be reached now, with the query of `GET /v1/contacts/:contact/decision`, and the consent, suppressions, laws, caps and erasures behind that, and who looked at it. Erasures and references to the audit log are only for roles that can read them.",
    tags: ["Contacts"],
    capability: "contacts.read",
    params: ContactParams,
    query: AskAnyDecision,
    response: Explanation,
  },
  (ctx, { params, query }) => explainContact(ctx, params.contact, query),
);
