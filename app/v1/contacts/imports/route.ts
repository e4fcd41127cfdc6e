import { route } from "@/lib/http";
import { importContacts, listImports, readImport } from "@/lib/outreach/imports";
import { FORMATS, Import, ImportContacts, ImportPage, ListImports } from "@/lib/outreach/imports/schema";
import { MAX_FILE } from "@/lib/outreach/imports/values";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "List imports of contacts",
    description: "Newest first, without the errors of their rows.",
    tags,
    capability: "contacts.read",
    priority: "bulk",
    query: ListImports,
    response: ImportPage,
  },
  (ctx, { query }) => listImports(ctx, "contacts", query),
);

export const POST = route(
  {
    summary: "Import contacts",
    description:
      "A CSV file with a header, or a JSON array, of at most 25 MiB. All rows are checked first. Valid rows are then imported: existing contacts are updated, rows with the same number are merged, and suppressed numbers stay suppressed. Invalid rows are skipped, listed in `errors`, and can be downloaded for three days; with `on_invalid=reject`, nothing is imported if any row is invalid. `mapping` maps columns to phone, name, first_name, last_name, timezone, region, attributes.…, variables.…, consent.<purpose>.<channel>, consent_source, consent_at, consent_wording, consent_evidence, or ignore. By default these names and common spellings of them are recognized, and any other column becomes an attribute. `columns` reports the field of each column.",
    tags,
    capability: "contacts.write",
    priority: "bulk",
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
