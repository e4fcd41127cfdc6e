import { ContactParams } from "@/lib/contacts/contacts/schema";
import { readExport, requestAccess } from "@/lib/data/exports";
import { Export } from "@/lib/data/exports/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Export a contact's data",
    description:
      "Creates an export of JSON Lines, each with its `kind`: the contact, consents, campaigns, texts, callbacks, deletions, and every call with transcript, variables and recording, with the usual masks. It is downloaded and expires like any export.",
    tags: ["Contacts"],
    capability: "exports.manage",
    params: ContactParams,
    response: Export,
    status: 202,
    location: ({ id }) => `/v1/exports/${id}`,
    replay: (ctx, { reference }) => readExport(ctx, reference),
  },
  (ctx, { params }) => requestAccess(ctx, params.contact),
);
