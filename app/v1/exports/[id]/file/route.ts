import { readExportFile } from "@/lib/data/exports";
import { ExportParams } from "@/lib/data/exports/schema";
import { FileResponse, route } from "@/lib/http";

export const GET = route(
  {
    summary: "Download an export",
    description:
      "Each download is recorded in the audit log. 409 while the file is being written, and after it was deleted.",
    tags: ["Exports"],
    capability: "exports.manage",
    priority: "bulk",
    params: ExportParams,
    file: ["text/csv", "application/jsonl"],
  },
  async (ctx, { params }) => new FileResponse(await readExportFile(ctx, params.id), true),
);
