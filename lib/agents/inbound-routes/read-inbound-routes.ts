import { settingsDocument } from "@/lib/agents/providers";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { revisionOfList } from "@/lib/platform/if-match";
import type { StoredInboundRoutes } from "./schema";
import { parseInboundRoutes } from "./select-inbound-route";
import { compareSpecificity } from "./values";

/** Selects a SIP trunk of the workspace with its settings. */
export const selectTrunk = (workspaceId: string, integrationId: string) =>
  db
    .selectFrom("integrations")
    .select(["settings", "environment"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", integrationId)
    .where("kind", "=", "sip");

/** Reads the routes out of a trunk's settings, in the order in which they are tried. */
export function routesOf(settings: unknown): StoredInboundRoutes {
  const stored = parseInboundRoutes(settingsDocument.read(settings).inbound_routes ?? []);
  const routes = stored.toSorted((a, b) => compareSpecificity(a.pattern, b.pattern));
  return { routes, revision: revisionOfList(routes) };
}

/** Reads the inbound routes of a SIP trunk. Throws `not_found` for other integrations. */
export async function readInboundRoutes(ctx: Ctx, integrationId: string): Promise<StoredInboundRoutes> {
  const row = await ctx.db.first(selectTrunk(ctx.workspaceId, integrationId));
  if (row === undefined) throw notFound();
  return routesOf(row.settings);
}
