import { route } from "@/lib/http";
import { readImport } from "@/lib/outreach/imports";
import { Import, ImportParams } from "@/lib/outreach/imports/schema";

export const GET = route(
  {
    summary: "Read an import of contacts",
    description:
      "How far it is, and what is wrong with its rows: the first thousand errors, and their number.",
    tags: ["Contacts"],
    can: "contacts.read",
    params: ImportParams,
    response: Import,
  },
  (ctx, { params }) => readImport(ctx, "contacts", params.id),
);
