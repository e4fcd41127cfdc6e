import { InboundRoute } from "./schema";
import { compareSpecificity, matchesPattern } from "./values";

/** Parses the stored routes of a trunk. A route that this release cannot read does not count, so that its calls are refused. */
export const parseInboundRoutes = (stored: readonly unknown[]): InboundRoute[] =>
  stored.flatMap((route) => {
    const parsed = InboundRoute.safeParse(route);
    return parsed.success ? [parsed.data] : [];
  });

/**
 * Selects the route of a called user part: the most specific pattern that matches, and of equally specific ones the first.
 * Undefined if none matches.
 */
export function selectInboundRoute(routes: readonly InboundRoute[], user: string): InboundRoute | undefined {
  let selected: InboundRoute | undefined;
  for (const route of routes) {
    if (!matchesPattern(route.pattern, user)) continue;
    if (selected === undefined || compareSpecificity(route.pattern, selected.pattern) < 0) selected = route;
  }
  return selected;
}
