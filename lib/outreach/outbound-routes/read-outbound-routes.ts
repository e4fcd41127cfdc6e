import { parseWorkspace, selectWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import { revisionOfList } from "@/lib/platform/if-match";
import type { OutboundRoute, StoredOutboundRoutes } from "./schema";
import { parseOutboundRoutes } from "./select-outbound-route";

/** Orders prefixes: the longer one, which decides, first. */
const comparePrefixes = (a: string, b: string): number => b.length - a.length || (a < b ? -1 : 1);

/** Reads the routes out of a workspace's row, in the order in which they are tried. Throws `not_found` without a row. */
export function routesOf(row: Parameters<typeof parseWorkspace>[0] | undefined): StoredOutboundRoutes {
  if (row === undefined) throw notFound();
  return orderRoutes(parseOutboundRoutes(parseWorkspace(row).settings.outbound_routes));
}

/** Orders routes and adds their revision. */
export function orderRoutes(stored: readonly OutboundRoute[]): StoredOutboundRoutes {
  const routes = stored.toSorted((a, b) => comparePrefixes(a.prefix, b.prefix));
  return { routes, revision: revisionOfList(routes) };
}

/** Reads the outbound routes of the workspace's live calls. */
export const readOutboundRoutes = async (
  ctx: Pick<Ctx, "workspaceId" | "db">,
): Promise<StoredOutboundRoutes> => routesOf(await ctx.db.first(selectWorkspace(ctx.workspaceId)));
