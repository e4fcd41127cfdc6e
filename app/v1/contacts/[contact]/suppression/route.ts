import { Suppress, Suppression } from "@/lib/contacts/consent/schema";
import { liftSuppression, suppressContact } from "@/lib/contacts/contacts";
import { ContactParams } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const PUT = route(
  {
    summary: "Suppress a contact",
    description:
      "The contact is not reached on these channels from now on. Also accepts a number without a contact. Returns the number's suppressions of all sources.",
    tags,
    capability: "contacts.write",
    params: ContactParams,
    body: Suppress,
    response: Suppression,
  },
  (ctx, { params, body }) => suppressContact(ctx, params.contact, body),
);

export const DELETE = route(
  {
    summary: "Lift a suppression",
    description:
      "Lifts suppressions entered on request. Opt-outs of the contact, do-not-call lists and carrier reports can be lifted only by an admin, and only after a later consent with evidence. A contact who texted STOP can text START.",
    tags,
    capability: "contacts.write",
    params: ContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await liftSuppression(ctx, params.contact);
    return undefined;
  },
);
