import { route } from "@/lib/http";
import { readImport } from "@/lib/outreach/imports";
import { Import, ImportParams } from "@/lib/outreach/imports/schema";

export const GET = route(
  {
    summary: "Get an import of contacts",
    description: "Its progress, the first thousand errors of its rows, and the number of errors.",
    tags: ["Contacts"],
    capability: "contacts.read",
    params: ImportParams,
    response: Import,
  },
  (ctx, { params }) => readImport(ctx, "contacts", params.id),
);
