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
    description: "Newest first, without the errors of their rows.",
    tags,
    capability: "contacts.read",
    query: ListImports,
    response: ImportPage,
  },
  (ctx, { query }) => listImports(ctx, "contacts", query),
);

export const POST = route(
  {
    summary: "Import contacts",
    description:
      "A CSV file with a header, or a JSON array, of at most 25 MiB. The file is validated first: if any row is invalid, nothing is imported, and the import lists the errors. Otherwise all rows are imported: existing contacts are updated, rows with the same number are merged, and suppressed numbers stay suppressed. `mapping` maps columns; by default, well-known names are used: phone, name, timezone, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence.",
    tags,
    capability: "contacts.write",
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
