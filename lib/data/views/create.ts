import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { parseFilters } from "@/lib/platform/parse-filters";
import { requireCanShare } from "./guard";
import { readView } from "./read";
import { sealContent, viewAuditView } from "./row";
import { type CreateView, VIEW_FILTERS, type View } from "./schema";

/** Views of one member, shared ones included: more than fit into a menu. */
export const MAX_VIEWS = 50;

/** Locks the caller's membership, so that it is not removed and views are counted one after another. */
const lockMembership = ({ workspaceId, actor }: Ctx) =>
  db
    .selectFrom("members")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", actor.id)
    .forNoKeyUpdate();

/**
 * Saves a view for the caller, a member. Throws 400 for a filter that the list does not have or that cannot be
 * stored, 403 if the caller cannot share it, and 409 if they have too many.
 */
export async function createView(ctx: Ctx, { resource, name, query, shared }: CreateView): Promise<View> {
  if (shared) requireCanShare(ctx);
  const { workspaceId, environment, actor } = ctx;
  const filters = parseFilters(VIEW_FILTERS[resource], query, "query") as View["query"];
  const now = ctx.now();
  const id = newId("view", Date.parse(now));
  const content = await sealContent(workspaceId, id, resource, { name, query: filters });
  const row = { resource, shared };
  await writeAudited(ctx, async (tx) => {
    if ((await tx.first(lockMembership(ctx))) === undefined) throw notFound();
    const existing = await tx.first(
      db
        .selectFrom("saved_views")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("owner_id", "=", actor.id),
    );
    if ((existing?.count ?? 0) >= MAX_VIEWS)
      throw new AppError("too_many_views", { params: { max: MAX_VIEWS } });
    await tx.first(
      db.insertInto("saved_views").values({
        ...row,
        id,
        workspace_id: workspaceId,
        environment,
        owner_id: actor.id,
        content,
        created_at: now,
        updated_at: now,
      }),
    );
    const after = viewAuditView(ctx, row);
    return { result: undefined, audit: { action: "view.created", target: id, after } };
  });
  return readView(ctx, id);
}
