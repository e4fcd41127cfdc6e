import { type Capability, hasCapability, minimumRoleOf } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import type { Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { selectViews, type ViewRow } from "./row";

function requireRole(
  { actor }: Pick<Ctx, "actor">,
  capability: Capability,
  reason: "view_sharing_needs_role" | "view_change_needs_role",
): void {
  if (hasCapability(actor.role, capability)) return;
  throw new AppError(reason, { params: { role: minimumRoleOf(capability) } });
}

/** Throws 403 unless the caller can share a view with the workspace. */
export const requireCanShare = (ctx: Pick<Ctx, "actor">): void =>
  requireRole(ctx, "views.share", "view_sharing_needs_role");

/**
 * Locks a view that the caller can change: their own, or with `views.manage` a shared one. Throws 404 for a view
 * that they do not see, and 403 for another member's.
 */
export async function lockView(tx: Tx, ctx: Ctx, id: string): Promise<ViewRow> {
  const row = (await tx.first(selectViews(ctx).where("id", "=", id).forUpdate())) as ViewRow | undefined;
  if (row === undefined) throw notFound();
  if (row.owner_id !== ctx.actor.id) requireRole(ctx, "views.manage", "view_change_needs_role");
  return row;
}
