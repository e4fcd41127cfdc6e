/** The resolved `searchParams` of a page. */
export type Search = Record<string, string | string[] | undefined>;

/** URL parameters that select the counted calls, for links and files. */
export type Scope = Readonly<Record<string, string>>;

const SCOPE_NAMES = ["from", "to", "agent_id", "campaign_id", "channel"] as const;
/** Parameters that the list of calls has too. */
const SHARED: readonly string[] = ["agent_id", "campaign_id", "channel"];

export function scopeOf(search: Search, bucket: string): Scope {
  const scope: Record<string, string> = { bucket };
  for (const name of SCOPE_NAMES) {
    const value = search[name];
    const single = Array.isArray(value) ? value[0] : value;
    if (single) scope[name] = single;
  }
  return scope;
}

type Period = { from: string; to: string };

/** The list of exactly the calls that a figure counts: `filters` in addition to the period and the page's filters. */
export function callsBehind(
  scope: Scope,
  { from, to }: Period,
  filters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(scope)) if (SHARED.includes(name)) query.set(name, value);
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  // `created_after` is exclusive, with millisecond precision.
  query.set("created_after", new Date(Date.parse(from) - 1).toISOString());
  query.set("created_before", to);
  return `/calls?${query}`;
}

/** Whether calls are selected by anything but the default period. */
export const hasFilters = (scope: Scope): boolean => SCOPE_NAMES.some((name) => scope[name] !== undefined);

/** The address of a chart's file, with the same filters. */
export const fileOf = (chart: string, scope: Scope): string =>
  `/v1/analytics/charts/${chart}?${new URLSearchParams(scope)}`;
