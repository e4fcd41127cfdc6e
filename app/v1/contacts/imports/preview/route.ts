import { route } from "@/lib/http";
import { previewImport } from "@/lib/outreach/imports";
import { FORMATS, ImportPreview, PreviewImport } from "@/lib/outreach/imports/schema";
import { MAX_PREVIEW_FILE } from "@/lib/outreach/imports/values";

/** The result is computed for each request and is not stored. */
const REFERENCE = "preview";

export const POST = route(
  {
    summary: "Preview an import of contacts",
    description:
      "Reads a file as an import would, and stores nothing. The response has the encoding, the columns with the fields that they would be imported to, the first five rows, and how many of the first 5,000 rows are valid. Send at most 1 MiB: of a larger file its first part, with `partial=true`.",
    tags: ["Contacts"],
    capability: "contacts.write",
    priority: "bulk",
    query: PreviewImport,
    accepts: Object.keys(FORMATS),
    maxBody: MAX_PREVIEW_FILE,
    response: ImportPreview,
    referenceOf: () => REFERENCE,
    replay: (ctx, { query, upload }) => previewImport(ctx, query, upload),
  },
  (ctx, { query, upload }) => previewImport(ctx, query, upload),
);
