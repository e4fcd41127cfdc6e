import { readExportFile } from "@/lib/data/exports";
import { ExportParams } from "@/lib/data/exports/schema";
import { FileAnswer, route } from "@/lib/http";

export const GET = route(
  {
    summary: "Fetch an export's file",
    description: "Each fetch is in the audit log. 409 while it is being written, and once it is gone.",
    tags: ["Exports"],
    can: "exports.manage",
    params: ExportParams,
    file: ["text/csv", "application/jsonl"],
  },
  async (ctx, { params }) => new FileAnswer(await readExportFile(ctx, params.id), true),
);
