import { z } from "zod";
import { type StoredDocument, storedDocument } from "@/lib/platform/stored-document";
import { VIEW_FILTERS, type View, type ViewResource } from "./schema";

/** The sealed part of a view. */
export type ViewContent = Pick<View, "name" | "query">;

const document = (resource: ViewResource): StoredDocument<ViewContent> =>
  storedDocument({
    name: `view of ${resource}`,
    schema: z.strictObject({
      name: z.string(),
      query: VIEW_FILTERS[resource] as unknown as z.ZodType<ViewContent["query"]>,
    }),
  });

/** The stored name and filters of a view, by the list that it filters. */
export const viewDocuments: Record<ViewResource, StoredDocument<ViewContent>> = {
  calls: document("calls"),
  contacts: document("contacts"),
};
