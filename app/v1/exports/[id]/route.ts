import { readExport } from "@/lib/data/exports";
import { Export, ExportParams } from "@/lib/data/exports/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get an export",
    description: "Its progress, and the time until which its file can be downloaded.",
    tags: ["Exports"],
    capability: "exports.manage",
    priority: "bulk",
    params: ExportParams,
    response: Export,
  },
  (ctx, { params }) => readExport(ctx, params.id),
);
