import { listDeletions } from "@/lib/data/erasure";
import { DeletionPage, ListDeletions } from "@/lib/data/erasure/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List deletions",
    tags: ["Deletions"],
    capability: "contacts.erase",
    query: ListDeletions,
    response: DeletionPage,
  },
  (ctx, { query }) => listDeletions(ctx, query),
);
