import type { Ctx } from "@/lib/platform/context";
import { listPage, type Order, type Page } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { type Row, selectDeletions, toDeletion } from "./row";
import type { Deletion, ListDeletions } from "./schema";

const NEWEST_FIRST: Order = { column: "requested_at", kind: "time", direction: "desc" };

/** Reads a deletion of this environment. Throws `not_found`. */
export async function readDeletion(ctx: Ctx, id: string): Promise<Deletion> {
  const row = await ctx.db.first(
    selectDeletions(ctx.workspaceId).where("environment", "=", ctx.environment).where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  return toDeletion(row as Row);
}

/** Lists deletions of this environment, newest first: all, or those of one contact. */
export async function listDeletions(
  ctx: Ctx,
  { contact_id: contact, ...page }: ListDeletions,
): Promise<Page<Deletion>> {
  const all = selectDeletions(ctx.workspaceId).where("environment", "=", ctx.environment);
  const rows = contact === undefined ? all : all.where("contact_id", "=", contact);
  const { data, ...pageInfo } = await listPage(ctx, rows, page, NEWEST_FIRST);
  return { ...pageInfo, data: data.map((row) => toDeletion(row as Row)) };
}
