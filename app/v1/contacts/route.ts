import { createContact, listContacts, readContact } from "@/lib/contacts/contacts";
import { Contact, ContactPage, CreateContact, ListContacts } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "List contacts",
    description: "Newest first. `q` finds a whole number in any notation, or words of the name.",
    tags,
    capability: "contacts.read",
    query: ListContacts,
    response: ContactPage,
  },
  (ctx, { query }) => listContacts(ctx, query),
);

export const POST = route(
  {
    summary: "Create a contact",
    description:
      "The number determines region and time zone, unless a time zone is given. A number with several possible time zones has none, and the contact cannot be reached until one is set. The number of an existing contact is a 409 with the contact's ID.",
    tags,
    capability: "contacts.write",
    body: CreateContact,
    response: Contact,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/contacts/${id}`,
    replay: (ctx, { reference }) => readContact(ctx, reference),
  },
  (ctx, { body }) => createContact(ctx, body),
);
