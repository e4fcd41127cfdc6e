import { OutboundRoute } from "./schema";

/** Parses stored routes. A route that this release cannot read does not count. */
export const parseOutboundRoutes = (stored: readonly unknown[]): OutboundRoute[] =>
  stored.flatMap((route) => {
    const parsed = OutboundRoute.safeParse(route);
    return parsed.success ? [parsed.data] : [];
  });

/** Selects the route of a number in E.164: the one with the longest prefix. Undefined if none has it. */
export function selectOutboundRoute(routes: readonly OutboundRoute[], to: string): OutboundRoute | undefined {
  let selected: OutboundRoute | undefined;
  for (const route of routes)
    if (to.startsWith(route.prefix) && route.prefix.length > (selected?.prefix.length ?? 0)) selected = route;
  return selected;
}
