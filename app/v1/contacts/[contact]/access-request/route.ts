import { ContactParams } from "@/lib/contacts/contacts/schema";
import { readExport, requestAccess } from "@/lib/data/exports";
import { Export } from "@/lib/data/exports/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Ask for a file of everything that is held on a contact",
    description:
      "An export of JSON Lines, each with its `kind`: the contact, consents, campaigns, texts, callbacks, erasures, and every call with transcript, variables and recording, masked as everywhere. It is fetched and expires like any export.",
    tags: ["Contacts"],
    can: "exports.manage",
    params: ContactParams,
    response: Export,
    status: 202,
    location: ({ id }) => `/v1/exports/${id}`,
    replay: (ctx, { reference }) => readExport(ctx, reference),
  },
  (ctx, { params }) => requestAccess(ctx, params.contact),
);
