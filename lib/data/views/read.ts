import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { listPage, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { selectViews, toView, type ViewRow } from "./row";
import type { ListViews, View } from "./schema";

/** Lists the caller's own views and the shared ones of this environment, newest first. */
export async function listViews(ctx: Ctx, { resource, ...query }: ListViews): Promise<Page<View>> {
  const all = selectViews(ctx);
  const { data, ...page } = await listPage(
    ctx,
    resource === undefined ? all : all.where("resource", "=", resource),
    query,
  );
  const sealer = await workspaceSealer(ctx.workspaceId);
  return { ...page, data: (data as ViewRow[]).map((row) => toView(sealer, row)) };
}

/** Reads a view that the caller sees. Throws `not_found`. */
export async function readView(ctx: Ctx, id: string): Promise<View> {
  const row = (await ctx.db.first(selectViews(ctx).where("id", "=", id))) as ViewRow | undefined;
  if (row === undefined) throw notFound();
  return toView(await workspaceSealer(ctx.workspaceId), row);
}
