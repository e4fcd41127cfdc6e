import type { Ctx } from "@/lib/platform/context";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { selectUnrevokedKeys, toKey } from "./row";
import type { Key } from "./schema";

/** The workspace's keys, newest first, expired ones included and revoked ones not. */
export async function listKeys(ctx: Ctx, page: PageQuery): Promise<Page<Key>> {
  const { data, ...pageInfo } = await listPage(ctx, selectUnrevokedKeys(ctx.workspaceId), page);
  return { ...pageInfo, data: data.map(toKey) };
}

/** One key. 404 for another workspace's and for a revoked one. */
export async function readKey(ctx: Ctx, id: string): Promise<Key> {
  const row = await ctx.db.first(selectUnrevokedKeys(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  return toKey(row);
}
