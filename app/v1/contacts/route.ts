import { createContact, listContacts, readContact } from "@/lib/contacts/contacts";
import { Contact, ContactPage, CreateContact, ListContacts } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "List contacts",
    description: "Newest first. `q` finds a whole number, written in any form, or words of the name.",
    tags,
    can: "contacts.read",
    query: ListContacts,
    response: ContactPage,
  },
  (ctx, { query }) => listContacts(ctx, query),
);

export const POST = route(
  {
    summary: "Create a contact",
    description:
      "The number says region and time zone, unless a zone is given; a number of several zones says none, and the contact is held until one is given. A number that is a contact already is a 409 that names the contact.",
    tags,
    can: "contacts.write",
    body: CreateContact,
    response: Contact,
    status: 201,
    location: ({ id }) => `/v1/contacts/${id}`,
    replay: (ctx, { reference }) => readContact(ctx, reference),
  },
  (ctx, { body }) => createContact(ctx, body),
);
