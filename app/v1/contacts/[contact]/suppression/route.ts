import { Suppress, Suppression } from "@/lib/contacts/consent/schema";
import { liftSuppression, suppressContact } from "@/lib/contacts/contacts";
import { ContactParams } from "@/lib/contacts/contacts/schema";
import { route } from "@/lib/http";

const tags = ["Contacts"];

export const PUT = route(
  {
    summary: "Suppress a contact",
    description:
      "They are left alone on these channels from now on. Also for a number that is no contact yet. Answers what holds of the number, other sources included.",
    tags,
    can: "contacts.write",
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
      "Lifts what was entered on request. What the person said or texted themselves, a list holds or a carrier reports, is lifted by an admin alone, once a consent given since stands in the ledger with its evidence; a person who texted STOP can text START.",
    tags,
    can: "contacts.write",
    params: ContactParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await liftSuppression(ctx, params.contact);
    return undefined;
  },
);
