import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { workspaceSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { parseFilters } from "@/lib/platform/parse-filters";
import { lockView, requireCanShare } from "./guard";
import { readView } from "./read";
import { openContent, sealContent, type ViewRow, viewAuditView } from "./row";
import { type UpdateView, VIEW_FILTERS, type View } from "./schema";

/** Seals the changed content of a view; undefined if the content stays. */
async function changedContent(
  { workspaceId }: Ctx,
  row: ViewRow,
  { name, query }: UpdateView,
): Promise<Buffer | undefined> {
  if (name === undefined && query === undefined) return undefined;
  const before = openContent(await workspaceSealer(workspaceId), row);
  const content = {
    name: name ?? before.name,
    query:
      query === undefined
        ? before.query
        : (parseFilters(VIEW_FILTERS[row.resource], query, "query") as View["query"]),
  };
  return sealContent(workspaceId, row.id, row.resource, content, before);
}

/**
 * Changes a view. Only its owner can make it private, because other members would no longer see it. Throws 404, 403 for
 * another member's view, and 400 for an invalid filter.
 */
export async function updateView(ctx: Ctx, id: string, changes: UpdateView): Promise<View> {
  await writeAudited(ctx, async (tx) => {
    const row = await lockView(tx, ctx, id);
    const shared = changes.shared ?? row.shared;
    if (shared && !row.shared) requireCanShare(ctx);
    if (!shared && row.owner_id !== ctx.actor.id) throw new AppError("view_privacy_needs_owner");
    const content = await changedContent(ctx, row, changes);
    if (content === undefined && shared === row.shared) return { result: undefined, audit: null };
    await tx.first(
      db
        .updateTable("saved_views")
        .set({ shared, updated_at: ctx.now(), ...(content !== undefined && { content }) })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    return {
      result: undefined,
      audit: {
        action: "view.updated",
        target: id,
        before: viewAuditView(ctx, row),
        after: viewAuditView(ctx, { ...row, shared }),
      },
    };
  });
  return readView(ctx, id);
}
