import { exportSelection } from "@/lib/data/exports";
import { ExportSelection } from "@/lib/data/exports/schema";
import { FileResponse, route } from "@/lib/http";

export const POST = route(
  {
    summary: "Export selected records",
    description:
      "A CSV file of up to 100 calls or contacts, with the columns and masks of an export. Records that no longer exist are left out. 404 if none exists. Recorded in the audit log with the IDs of the records.",
    tags: ["Exports"],
    capability: "exports.manage",
    priority: "bulk",
    internal: true,
    person: true,
    body: ExportSelection,
    file: ["text/csv"],
  },
  async (ctx, { body }) => new FileResponse(await exportSelection(ctx, body), true),
);
