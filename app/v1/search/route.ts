import { searchRecords } from "@/lib/data/search";
import { Search, SearchResults } from "@/lib/data/search/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Search records by name, number or id",
    capability: "workspace.read",
    internal: true,
    query: Search,
    response: SearchResults,
  },
  (ctx, { query }) => searchRecords(ctx, query),
);
