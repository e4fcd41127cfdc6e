import { sql } from "kysely";
import type { Ctx } from "@/lib/context";
import { db, reader } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { Workspace } from "./schema";

/** The workspace at hand. */
export async function readWorkspace(ctx: Pick<Ctx, "workspaceId" | "db">): Promise<Workspace> {
  const row = await ctx.db.one(
    db
      .selectFrom("workspaces")
      .select(["id", "name", "plan", "timezone", "defaults", "settings", "created_at"])
      .where("id", "=", ctx.workspaceId),
  );
  if (row === undefined) throw notFound();
  return Workspace.parse(row);
}

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
