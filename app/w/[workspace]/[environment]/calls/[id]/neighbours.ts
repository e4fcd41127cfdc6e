import { GET as CALLS } from "@/app/v1/calls/route";
import type { Call } from "@/lib/calls/calls/schema";
import { readRoute } from "@/lib/http/page";
import { firstValue, type Search } from "../_components/filters";

export type Neighbours = { previous: string | null; next: string | null };

/** Calls of exactly the same length are told apart by their place among as many as one page holds. */
const SAME_LENGTH = "100";

type Query = Record<string, string | undefined>;

/** The first call behind `id` that a list shows, whether or not the list shows `id` itself. */
async function firstAfter(id: string, query: Query): Promise<string | null> {
  const page = await readRoute(CALLS, { query });
  const ids = page.data?.data.map((call) => call.id) ?? [];
  return ids[ids.indexOf(id) + 1] ?? null;
}

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b);
const earlier = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b);

/**
 * The calls before and after this one in the list that the address tells of: the list is asked from this call on, in
 * its own order and in the other. None where the list is by length and the call has none yet.
 */
export async function neighboursOf(call: Call, search: Search): Promise<Neighbours> {
  const { cursor: _, limit: __, columns: ___, ...filters } = search as Query;
  const sort = firstValue(search, "sort") ?? "-created_at";
  const isDown = sort.startsWith("-");
  const field = isDown ? sort.slice(1) : sort;
  const ask = (up: boolean): Promise<string | null> => {
    const order = up ? field : `-${field}`;
    if (field === "created_at") {
      const from = up
        ? { created_after: later(filters.created_after, call.created_at) }
        : { created_before: earlier(filters.created_before, call.created_at) };
      return firstAfter(call.id, { ...filters, ...from, sort: order, limit: "1" });
    }
    if (call.duration_ms === null) return Promise.resolve(null);
    const at = String(call.duration_ms);
    const from = up ? { min_duration_ms: at } : { max_duration_ms: at };
    return firstAfter(call.id, { ...filters, ...from, sort: order, limit: SAME_LENGTH });
  };
  const [previous, next] = await Promise.all([ask(isDown), ask(!isDown)]);
  return { previous, next };
}
