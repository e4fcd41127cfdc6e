import { createView, listViews, readView } from "@/lib/data/views";
import { CreateView, ListViews, View, ViewPage } from "@/lib/data/views/schema";
import { route } from "@/lib/http";

const spec = { capability: "views.use", person: true, internal: true } as const;

export const GET = route(
  { ...spec, summary: "List your saved views and the shared ones", query: ListViews, response: ViewPage },
  (ctx, { query }) => listViews(ctx, query),
);

export const POST = route(
  {
    ...spec,
    summary: "Save a view of a list",
    body: CreateView,
    response: View,
    status: 201,
    location: () => "/v1/views",
    replay: (ctx, { reference }) => readView(ctx, reference),
  },
  (ctx, { body }) => createView(ctx, body),
);
