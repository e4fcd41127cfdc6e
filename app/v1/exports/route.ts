import { createExport, listExports, readExport } from "@/lib/data/exports";
import { CreateExport, Export, ExportPage, ListExports } from "@/lib/data/exports/schema";
import { route } from "@/lib/http";

const tags = ["Exports"];

export const GET = route(
  { summary: "List exports", tags, can: "exports.manage", query: ListExports, response: ExportPage },
  (ctx, { query }) => listExports(ctx, query),
);

export const POST = route(
  {
    summary: "Export records",
    description:
      "A job writes the file, masked as the API masks; it can be fetched for three days once it is completed. `filters` are those of the resource's list (`variables`: of calls), without free search; a contact is named by id. JSON Lines of calls come with transcripts.",
    tags,
    can: "exports.manage",
    body: CreateExport,
    response: Export,
    status: 202,
    location: ({ id }) => `/v1/exports/${id}`,
    replay: (ctx, { reference }) => readExport(ctx, reference),
  },
  (ctx, { body }) => createExport(ctx, body),
);
