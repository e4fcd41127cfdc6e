/** URL parameters that filter and sort the list of calls. */
export const FILTERS = [
  "q",
  "agent_id",
  "status",
  "channel",
  "direction",
  "outcome",
  "end_reason",
  "figure",
  "recording_state",
  "blocked_by",
  "score",
  "tag",
  "contact",
  "campaign_id",
  "created_after",
  "created_before",
  "min_duration_ms",
  "max_duration_ms",
] as const;

/** A page's `searchParams`, once they are there. */
export type Search = Record<string, string | string[] | undefined>;

export const firstValue = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The filters and the order of a list as a query: what a link to one of its calls carries, to find its neighbors. */
export function listQuery(get: (name: string) => string | null | undefined): string {
  const query = new URLSearchParams();
  for (const name of [...FILTERS, "sort"]) {
    const value = get(name);
    if (value) query.set(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}
