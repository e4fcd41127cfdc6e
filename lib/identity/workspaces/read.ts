import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { StoredWorkspace, type Workspace } from "./schema";

export const selectWorkspace = (id: string) =>
  db
    .selectFrom("workspaces")
    .select(["id", "name", "plan", "timezone", "defaults", "settings", "created_at"])
    .where("id", "=", id);

/** The workspace at hand, as it is stored. */
export async function readWorkspace(ctx: Pick<Ctx, "workspaceId" | "db">): Promise<StoredWorkspace> {
  const row = await ctx.db.one(selectWorkspace(ctx.workspaceId));
  if (row === undefined) throw notFound();
  return StoredWorkspace.parse(row);
}

/** A workspace as its members and keys see it: what the operator decides of it (plan, BAA) is no part of that. */
export const toWorkspace = ({
  id,
  name,
  timezone,
  defaults,
  settings,
  created_at,
}: StoredWorkspace): Workspace => ({
  id,
  name,
  timezone,
  defaults,
  payment: settings.payment,
  require_zero_retention: settings.require_zero_retention,
  created_at,
});

/** The workspace at hand, as its members and keys see it. */
export const showWorkspace = async (ctx: Pick<Ctx, "workspaceId" | "db">): Promise<Workspace> =>
  toWorkspace(await readWorkspace(ctx));

/** The ids of every workspace, for jobs that visit each and then work in it as its tenant. */
export async function workspaceIds(): Promise<string[]> {
  const rows = await reader("").all(
    db.selectFrom(sql<{ id: string }>`workspace_ids()`.as<"w">(sql`w(id)`)).select("w.id"),
  );
  return rows.map(({ id }) => id);
}

/** The membership of the workspace's first owner, who answers for what is done at its machine. */
export async function firstOwner(ctx: Pick<Ctx, "workspaceId" | "db">): Promise<string> {
  const row = await ctx.db.one(
    db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("role", "=", "owner")
      .orderBy("created_at")
      .orderBy("id")
      .limit(1),
  );
  if (row === undefined) throw notFound();
  return row.id;
}
