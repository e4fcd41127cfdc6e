import { listRecordNames } from "@/lib/data/search";
import { RecordNames, RecordNamesQuery } from "@/lib/data/search/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List names of records",
    description:
      "Omits deleted records, records of the other environment, and kinds that the caller cannot read.",
    capability: "workspace.read",
    internal: true,
    query: RecordNamesQuery,
    response: RecordNames,
  },
  (ctx, { query }) => listRecordNames(ctx, query.ids),
);
