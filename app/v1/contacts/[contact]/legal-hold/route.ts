import { holdContact, releaseContact } from "@/lib/contacts/contacts";
import { Contact, ContactParams, HoldContact } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const PUT = route(
  {
    summary: "Place a contact under a legal hold",
    description:
      "Neither the contact nor what was said with them can be deleted, until an owner releases it.",
    tags,
    can: "holds.place",
    params: ContactParams,
    body: HoldContact,
    response: Contact,
  },
  (ctx, { params, body }) => holdContact(ctx, params.contact, body),
);

export const DELETE = route(
  {
    summary: "Release a contact from its legal hold",
    tags,
    can: "holds.release",
    params: ContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await releaseContact(ctx, params.contact);
    return undefined;
  },
);
