import { createExport, listExports, readExport } from "@/lib/data/exports";
import { CreateExport, Export, ExportPage, ListExports } from "@/lib/data/exports/schema";
import { route } from "@/lib/http";

const tags = ["Exports"];

export const GET = route(
  { summary: "List exports", tags, capability: "exports.manage", query: ListExports, response: ExportPage },
  (ctx, { query }) => listExports(ctx, query),
);

export const POST = route(
  {
    summary: "Create an export",
    description:
      "A job writes the file, masked like the API's responses. It can be downloaded for three days after completion. `filters` are those of the resource's list (`variables`: of calls), without free search; contacts are selected by ID. JSON Lines of calls include transcripts.",
    tags,
    capability: "exports.manage",
    priority: "bulk",
    body: CreateExport,
    response: Export,
    status: 202,
    location: ({ id }) => `/v1/exports/${id}`,
    replay: (ctx, { reference }) => readExport(ctx, reference),
  },
  (ctx, { body }) => createExport(ctx, body),
);
