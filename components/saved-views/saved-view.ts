import type { View } from "@/lib/data/views/schema";
import type { Get } from "../filter-bar/filter";

/** A saved view as the list shows it. */
export type SavedView = Pick<View, "id" | "name" | "query" | "shared"> & {
  /** Whether the member owns it, so that they can make it private. */
  isOwn: boolean;
  mayChange: boolean;
};

/** The saved views of a list, and what the member can do with them. */
export type SavedViews = {
  resource: View["resource"];
  views: readonly SavedView[];
  maySave: boolean;
  mayShare: boolean;
};

/** Properties of the button and of the dialog that save a view. */
export type SaveViewProps = {
  resource: View["resource"];
  names: readonly string[];
  mayShare: boolean;
  onSaved: (id: string) => void;
  /** A view is open, so the new one is a second one. */
  isCopy: boolean;
};

/** The parameter of the address that names the view. */
export const VIEW = "view";

/** The filters and the order of the address: what a view stores. `names`: parameters of the list. */
export function queryOf(names: readonly string[], get: Get): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of names) {
    const value = get(name);
    if (value) query[name] = value;
  }
  return query;
}

/** Whether the address has the filters of the view, no matter in which order. */
export function isSameQuery(view: Pick<SavedView, "query">, names: readonly string[], get: Get): boolean {
  const current = queryOf(names, get);
  const stored = Object.entries(view.query);
  return (
    stored.length === Object.keys(current).length &&
    stored.every(([name, value]) => current[name] === String(value))
  );
}

/**
 * The view that the address shows: the one that it names, also with changed filters, or one with the same filters.
 * A link can name a view that the member does not see.
 */
export function activeView(
  views: readonly SavedView[],
  names: readonly string[],
  get: Get,
): SavedView | undefined {
  return (
    views.find(({ id }) => id === get(VIEW)) ??
    views.find((view) => Object.keys(view.query).length > 0 && isSameQuery(view, names, get))
  );
}

/** The address of a view on the page at `path`. It has the filters too, for members who do not see the view. */
export function viewHref(path: string, view: SavedView | null, columns: string | null | undefined): string {
  const query = new URLSearchParams();
  if (view !== null) {
    query.set(VIEW, view.id);
    for (const [name, value] of Object.entries(view.query)) query.set(name, String(value));
  }
  if (columns !== null && columns !== undefined) query.set("columns", columns);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Views beside the first one. The menu are in a menu. */
const MAX_TABS = 5;

/** The views that are tabs, with the active one, and the views of the menu. */
export function splitViews(
  views: readonly SavedView[],
  active: SavedView | undefined,
): { tabs: readonly SavedView[]; menu: readonly SavedView[] } {
  const first = views.slice(0, MAX_TABS);
  const tabs = active === undefined || first.includes(active) ? first : [...first.slice(0, -1), active];
  return { tabs, menu: views.filter((view) => !tabs.includes(view)) };
}
