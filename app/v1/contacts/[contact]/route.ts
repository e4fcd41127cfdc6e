import { deleteContact, readContact, updateContact } from "@/lib/contacts/contacts";
import { Contact, ContactParams, UpdateContact } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "Read a contact",
    description: "By id or number: with what consent they gave, and whether they are to be left alone.",
    tags,
    can: "contacts.read",
    params: ContactParams,
    response: Contact,
  },
  (ctx, { params }) => readContact(ctx, params.contact),
);

export const PATCH = route(
  {
    summary: "Update a contact",
    description:
      "`attributes` merge, and null takes one away. `timezone: null` goes back to what the number says. The number stays, as consent was given for it.",
    tags,
    can: "contacts.write",
    params: ContactParams,
    body: UpdateContact,
    response: Contact,
  },
  (ctx, { params, body }) => updateContact(ctx, params.contact, body),
);

export const DELETE = route(
  {
    summary: "Delete a contact",
    description:
      "For good, with its consents and the key under which all that was said with them is sealed: transcripts of their calls cannot be read any more. A suppression stays, as a keyed hash of the number. 409 under a legal hold and while a call goes on.",
    tags,
    can: "contacts.delete",
    params: ContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deleteContact(ctx, params.contact);
    return undefined;
  },
);
