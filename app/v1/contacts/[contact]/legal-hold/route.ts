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
  },
  (ctx, { params, body }) => placeLegalHold(ctx, params.contact, body),
);

export const DELETE = route(
  {
    summary: "Release a contact from its legal hold",
    tags,
    capability: "holds.release",
    params: ContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await releaseLegalHold(ctx, params.contact);
    return undefined;
  },
);
