import { parseWorkspace, selectWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import { notFound } from "@/lib/platform/errors";
import type { OutboundRoutes } from "./schema";
import { parseOutboundRoutes } from "./select-outbound-route";

/** Reads the routes out of a workspace's row. Throws `not_found` without one. */
export function routesOf(row: Parameters<typeof parseWorkspace>[0] | undefined): OutboundRoutes {
  if (row === undefined) throw notFound();
  return { routes: parseOutboundRoutes(parseWorkspace(row).settings.outbound_routes) };
}

/** Reads the outbound routes of the workspace's live calls. */
export const readOutboundRoutes = async (ctx: Pick<Ctx, "workspaceId" | "db">): Promise<OutboundRoutes> =>
  routesOf(await ctx.db.first(selectWorkspace(ctx.workspaceId)));
