import { FileResponse, route } from "@/lib/http";
import { readRejectedRows } from "@/lib/outreach/imports";
import { ImportParams } from "@/lib/outreach/imports/schema";

export const GET = route(
  {
    summary: "Download the rejected rows of an import of contacts",
    description:
      "A CSV file with the rows that were not imported, as they were sent: `line` is the row's position, `error` says why, and the other columns are the file's own. It can be corrected and imported again. It is deleted after three days, and when any contact's data is erased. Each download is recorded in the audit log. 409 if there are no rejected rows, and after they were deleted.",
    tags: ["Contacts"],
    capability: "contacts.write",
    params: ImportParams,
    file: ["text/csv"],
  },
  async (ctx, { params }) => new FileResponse(await readRejectedRows(ctx, params.id), true),
);
