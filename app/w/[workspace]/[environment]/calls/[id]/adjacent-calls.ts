import { GET as CALLS } from "@/app/v1/calls/route";
import type { Call } from "@/lib/calls/calls/schema";
import { readRoute } from "@/lib/http/page";
import { firstValue, type Search } from "../_components/filters";

export type AdjacentCalls = { previous: string | null; next: string | null };

/** One page: calls of the same duration are ordered within it. */
const SAME_LENGTH = "100";

type Query = Record<string, string | undefined>;

/** The first call after `id` in a list, which may not contain `id`. */
async function firstAfter(id: string, query: Query): Promise<string | null> {
  const page = await readRoute(CALLS, { query });
  const ids = page.data?.data.map((call) => call.id) ?? [];
  return ids[ids.indexOf(id) + 1] ?? null;
}

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b);
const earlier = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b);

/**
 * The calls before and after this one in the list of the address: reads the list from this call on in both orders.
 * Empty if the list is sorted by duration and the call has none yet.
 */
export async function findAdjacentCalls(call: Call, search: Search): Promise<AdjacentCalls> {
  const { cursor: _, limit: __, columns: ___, ...filters } = search as Query;
  const sort = firstValue(search, "sort") ?? "-created_at";
  const isDown = sort.startsWith("-");
  const field = isDown ? sort.slice(1) : sort;
  const readNext = (up: boolean): Promise<string | null> => {
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
  const [previous, next] = await Promise.all([readNext(isDown), readNext(!isDown)]);
  return { previous, next };
}
