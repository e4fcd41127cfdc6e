import { deleteContact, readContact, updateContact } from "@/lib/contacts/contacts";
import { Contact, ContactParams, UpdateContact } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "Get a contact",
    description: "By ID or number, with their consents and suppressions.",
    tags,
    capability: "contacts.read",
    params: ContactParams,
    response: Contact,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readContact(ctx, params.contact),
);

export const PATCH = route(
  {
    summary: "Update a contact",
    description:
      "`attributes` are merged; null removes one. `timezone: null` restores the number's time zone. The number cannot be changed, as consent was given for it.",
    tags,
    capability: "contacts.write",
    params: ContactParams,
    body: UpdateContact,
    response: Contact,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updateContact(ctx, params.contact, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Delete a contact",
    description:
      "Permanently deletes the contact with its consents and the key that sealed their conversations: transcripts of their calls become unreadable. A suppression stays, as a keyed hash of the number. 409 under a legal hold and during a call.",
    tags,
    capability: "contacts.delete",
    params: ContactParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await deleteContact(ctx, params.contact, ifMatch);
    return undefined;
  },
);
