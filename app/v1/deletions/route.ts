import { listDeletions } from "@/lib/erasure";
import { DeletionPage, ListDeletions } from "@/lib/erasure/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List deletions",
    tags: ["Deletions"],
    can: "contacts.erase",
    query: ListDeletions,
    response: DeletionPage,
  },
  (ctx, { query }) => listDeletions(ctx, query),
);
