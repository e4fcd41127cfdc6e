import { placeLegalHold, releaseLegalHold } from "@/lib/contacts/contacts";
import { Contact, ContactParams, HoldContact } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const PUT = route(
  {
    summary: "Place a contact under a legal hold",
    description:
      "Neither the contact nor their conversations can be deleted until an owner releases the hold.",
    tags,
    capability: "holds.place",
    params: ContactParams,
    body: HoldContact,
    response: Contact,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => placeLegalHold(ctx, params.contact, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Release a contact from its legal hold",
    tags,
    capability: "holds.release",
    params: ContactParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await releaseLegalHold(ctx, params.contact, ifMatch);
    return undefined;
  },
);
