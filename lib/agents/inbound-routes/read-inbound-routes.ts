import { settingsDocument } from "@/lib/agents/providers";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import type { InboundRoutes } from "./schema";
import { parseInboundRoutes } from "./select-inbound-route";

/** Selects a SIP trunk of the workspace with its settings. */
export const selectTrunk = (workspaceId: string, integrationId: string) =>
  db
    .selectFrom("integrations")
    .select(["settings", "environment"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", integrationId)
    .where("kind", "=", "sip");

/** Reads the routes out of a trunk's settings. */
export const routesOf = (settings: unknown): InboundRoutes => ({
  routes: parseInboundRoutes(settingsDocument.read(settings).inbound_routes ?? []),
});

/** Reads the inbound routes of a SIP trunk. Throws `not_found` for other integrations. */
export async function readInboundRoutes(ctx: Ctx, integrationId: string): Promise<InboundRoutes> {
  const row = await ctx.db.first(selectTrunk(ctx.workspaceId, integrationId));
  if (row === undefined) throw notFound();
  return routesOf(row.settings);
}
