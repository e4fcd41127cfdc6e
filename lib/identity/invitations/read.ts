import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { selectPendingInvitations, toInvitation } from "./row";
import type { Invitation } from "./schema";

/** Lists invitations that are neither accepted nor withdrawn, newest first. */
export async function listInvitations(ctx: Ctx, query: PageQuery): Promise<Page<Invitation>> {
  const sealer = await workspaceSealer(ctx.workspaceId);
  const page = await listPage(ctx, selectPendingInvitations(ctx.workspaceId), query);
  return { ...page, data: page.data.map((row) => toInvitation(ctx, sealer, row)) };
}

/** Reads a pending invitation. Throws 404 for another workspace's, and for an accepted or withdrawn one. */
export async function readInvitation(ctx: Ctx, id: string): Promise<Invitation> {
  const sealer = await workspaceSealer(ctx.workspaceId);
  const row = await ctx.db.first(selectPendingInvitations(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return toInvitation(ctx, sealer, row);
}
