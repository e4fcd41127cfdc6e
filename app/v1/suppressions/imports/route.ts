import { route } from "@/lib/http";
import { importSuppressions, listImports, readImport } from "@/lib/outreach/imports";
import { FORMATS, Import, ImportPage, ImportSuppressions, ListImports } from "@/lib/outreach/imports/schema";
import { MAX_FILE } from "@/lib/outreach/imports/values";

const tags = ["Contacts"];

export const GET = route(
  {
    summary: "List imports of do-not-call lists",
    description: "Newest first, without the errors of their rows.",
    tags,
    capability: "contacts.read",
    priority: "bulk",
    query: ListImports,
    response: ImportPage,
  },
  (ctx, { query }) => listImports(ctx, "suppressions", query),
);

export const POST = route(
  {
    summary: "Import a do-not-call list",
    description:
      "A CSV file with a header, or a JSON array of numbers or objects, of at most 25 MiB; imported completely or not at all. Its numbers are suppressed under the list's name, until `expires_at` if given, with or without a contact. An import only adds: a repeated import does not lift the suppression of numbers that it omits, nor shorten an entry or remove a channel.",
    tags,
    capability: "contacts.write",
    priority: "bulk",
    query: ImportSuppressions,
    accepts: Object.keys(FORMATS),
    maxBody: MAX_FILE,
    response: Import,
    status: 202,
    location: ({ id }) => `/v1/suppressions/imports/${id}`,
    replay: (ctx, { reference }) => readImport(ctx, "suppressions", reference),
  },
  (ctx, { query, upload }) => importSuppressions(ctx, query, upload),
);
