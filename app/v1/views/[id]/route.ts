import { deleteView, updateView } from "@/lib/data/views";
import { UpdateView, View, ViewParams } from "@/lib/data/views/schema";
import { route } from "@/lib/http";

const spec = { capability: "views.use", person: true, internal: true, params: ViewParams } as const;

export const PATCH = route(
  { ...spec, summary: "Change a saved view", body: UpdateView, response: View },
  (ctx, { params, body }) => updateView(ctx, params.id, body),
);

export const DELETE = route(
  { ...spec, summary: "Delete a saved view", status: 204 },
  async (ctx, { params }) => {
    await deleteView(ctx, params.id);
    return undefined;
  },
);
