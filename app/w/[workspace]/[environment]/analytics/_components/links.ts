/** A page's `searchParams`, once they are there. */
export type Search = Record<string, string | string[] | undefined>;

/** URL parameters that select the counted calls, for links and files. */
export type Scope = Readonly<Record<string, string>>;

const KEPT = ["from", "to", "agent_id", "campaign_id", "channel"] as const;
/** Those that the list of calls has too. */
const SHARED: readonly string[] = ["agent_id", "campaign_id", "channel"];

export function scopeOf(search: Search, bucket: string): Scope {
  const scope: Record<string, string> = { bucket };
  for (const name of KEPT) {
    const value = search[name];
    const single = Array.isArray(value) ? value[0] : value;
    if (single) scope[name] = single;
  }
  return scope;
}

type Counted = { from: string; to: string };

/** The list of exactly the calls that a figure counts: `filters` beside the time and what the page is filtered by. */
export function callsBehind(
  scope: Scope,
  { from, to }: Counted,
  filters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(scope)) if (SHARED.includes(name)) query.set(name, value);
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  // The list takes what was made after a moment, to the millisecond.
  query.set("created_after", new Date(Date.parse(from) - 1).toISOString());
  query.set("created_before", to);
  return `/calls?${query}`;
}

/** The file of a chart, as it is seen. */
export const fileOf = (chart: string, scope: Scope): string =>
  `/v1/analytics/charts/${chart}?${new URLSearchParams(scope)}`;
