import { readExport } from "@/lib/data/exports";
import { Export, ExportParams } from "@/lib/data/exports/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get an export",
    description: "How far it is, and until when its file can be fetched.",
    tags: ["Exports"],
    can: "exports.manage",
    params: ExportParams,
    response: Export,
  },
  (ctx, { params }) => readExport(ctx, params.id),
);
