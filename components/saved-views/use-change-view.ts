import type { UpdateView } from "@/lib/data/views/schema";
import { api } from "../api";
import { useAction } from "../use-action";
import type { SavedView } from "./saved-view";

/** Changes a view: to the current filters, or by a dialog of the menu. */
export function useChangeView(view: SavedView) {
  const { busy, run } = useAction();
  const change = (body: UpdateView, done: string) =>
    run(() => api.patch("/v1/views/:id", { params: { id: view.id }, body }), { done });
  return { busy, change };
}
