import { type InboundRoute, parseInboundRoutes, selectInboundRoute } from "@/lib/agents/inbound-routes";
import type { TrunkEntry } from "@/lib/agents/integrations";

/**
 * Selects the trunk among several of one address whose inbound route matches a called user part: the one with the most specific
 * route, and of equal ones the first by its id. Undefined if none matches, or if trunks of several workspaces have the address:
 * a pattern is not unique as a number is, so a workspace could otherwise take the calls of another. Their peers authenticate
 * by digest or registration instead.
 */
export function selectTrunkByRoute(entries: readonly TrunkEntry[], called: string): TrunkEntry | undefined {
  if (new Set(entries.map(({ workspaceId }) => workspaceId)).size !== 1) return undefined;
  const owners = new Map<InboundRoute, TrunkEntry>();
  for (const entry of entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    for (const route of parseInboundRoutes(entry.settings.inboundRoutes)) owners.set(route, entry);
  const route = selectInboundRoute([...owners.keys()], called);
  return route && owners.get(route);
}
