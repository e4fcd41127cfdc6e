import { describe, expect, it } from "vitest";
import { activeView, isSameQuery, queryOf, type SavedView, splitViews, viewHref } from "./saved-view";

const NAMES = ["q", "status", "min_duration_ms", "sort"];
const view = (id: string, query: SavedView["query"]): SavedView => ({
  id,
  name: `View ${id}`,
  query,
  shared: false,
  isOwn: true,
  mayChange: true,
});
const getOf = (query: string) => (name: string) => new URLSearchParams(query).get(name);

it("reads only the parameters that a view stores", () => {
  expect(queryOf(NAMES, getOf("status=failed&cursor=abc&view=1&q="))).toEqual({ status: "failed" });
});

it("compares filters without their order, and numbers with their texts", () => {
  const long = view("1", { min_duration_ms: 60_000, status: "failed" });
  expect(isSameQuery(long, NAMES, getOf("status=failed&min_duration_ms=60000"))).toBe(true);
  expect(isSameQuery(long, NAMES, getOf("status=failed"))).toBe(false);
  expect(isSameQuery(long, NAMES, getOf("status=failed&min_duration_ms=60000&q=refund"))).toBe(false);
});

describe("the active view", () => {
  const views = [view("1", {}), view("2", { status: "failed" }), view("3", { q: "refund" })];

  it("is the one that the address names, also with changed filters", () => {
    expect(activeView(views, NAMES, getOf("view=2&status=busy"))?.id).toBe("2");
  });

  it("is one with the same filters if the address names none, or one that the member does not see", () => {
    expect(activeView(views, NAMES, getOf("q=refund"))?.id).toBe("3");
    expect(activeView(views, NAMES, getOf("view=9&q=refund"))?.id).toBe("3");
    expect(activeView(views, NAMES, getOf("q=other"))).toBeUndefined();
  });

  it("is none without filters", () => {
    expect(activeView(views, NAMES, getOf(""))).toBeUndefined();
  });
});

it("links to a view with its filters, and keeps the chosen columns", () => {
  expect(viewHref("/calls", view("2", { status: "failed" }), "agent,tags")).toBe(
    "/calls?view=2&status=failed&columns=agent%2Ctags",
  );
  expect(viewHref("/calls", null, null)).toBe("/calls");
});

it("shows the active view as a tab, also if it is not among the first", () => {
  const views = Array.from({ length: 8 }, (_, n) => view(String(n), {}));
  const { tabs, menu } = splitViews(views, views[7]);
  expect(tabs.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "7"]);
  expect(menu.map(({ id }) => id)).toEqual(["4", "5", "6"]);
});
