import { readDeletion } from "@/lib/data/erasure";
import { Deletion, DeletionParams } from "@/lib/data/erasure/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get a deletion",
    description: "Includes its signed receipt once it is complete.",
    tags: ["Deletions"],
    capability: "contacts.erase",
    params: DeletionParams,
    response: Deletion,
  },
  (ctx, { params }) => readDeletion(ctx, params.id),
);
