import { Consent, ConsentPage, ListConsents, NewConsent } from "@/lib/contacts/consent/schema";
import { addConsent, listConsents, readConsent } from "@/lib/contacts/contacts";
import { ContactParams } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "List a contact's consents",
    description: "The ledger of granted and revoked consents, with time, source and actor. Latest first.",
    tags,
    capability: "contacts.read",
    params: ContactParams,
    query: ListConsents,
    response: ConsentPage,
  },
  (ctx, { params, query }) => listConsents(ctx, params.contact, query),
);

export const POST = route(
  {
    summary: "Add a consent",
    description:
      "Adds an entry to the ledger, whose entries cannot be changed. `granted: false` revokes. For each purpose and channel, the entry with the latest `at` applies.",
    tags,
    capability: "contacts.write",
    params: ContactParams,
    body: NewConsent,
    response: Consent,
    status: 201,
    location: ({ contact_id }) => `/v1/contacts/${contact_id}/consents`,
    replay: (ctx, { params, reference }) => readConsent(ctx, params.contact, reference),
  },
  (ctx, { params, body }) => addConsent(ctx, params.contact, body),
);
