import { route } from "@/lib/http";
import { importContacts, listImports, readImport } from "@/lib/outreach/imports";
import {
  FORMATS,
  Import,
  ImportContacts,
  ImportPage,
  ListImports,
  MAX_FILE,
} from "@/lib/outreach/imports/schema";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "List imports of contacts",
    description: "Newest first, without what is wrong with their rows.",
    tags,
    can: "contacts.read",
    query: ListImports,
    response: ImportPage,
  },
  (ctx, { query }) => listImports(ctx, "contacts", query),
);

export const POST = route(
  {
    summary: "Import contacts",
    description:
      "A CSV file with a header, or a JSON array, of at most 25 MiB. It is checked as a whole first: if anything is wrong, nothing is imported and the import tells each row. Otherwise all of it is taken in: contacts that are there already are updated, rows of one number are merged, and numbers that are suppressed stay so. `mapping` says what columns hold; without it well-known names do: phone, name, timezone, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence.",
    tags,
    can: "contacts.write",
    query: ImportContacts,
    accepts: Object.keys(FORMATS),
    maxBody: MAX_FILE,
    response: Import,
    status: 202,
    location: ({ id }) => `/v1/contacts/imports/${id}`,
    replay: (ctx, { reference }) => readImport(ctx, "contacts", reference),
  },
  (ctx, { query, upload }) => importContacts(ctx, query, upload),
);
