import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";

/** Lists the names of the workspace's members with these ids. */
export async function listMemberNames(
  ctx: Pick<Ctx, "workspaceId" | "db">,
  ids: readonly string[],
): Promise<{ data: { id: string; name: string }[] }> {
  if (ids.length === 0) return { data: [] };
  const members = await ctx.db.all(
    db
      .selectFrom("members")
      .select(["id", "user_id"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "in", ids),
  );
  if (members.length === 0) return { data: [] };
  const users = await identityQuery(
    identityDb
      .selectFrom("users")
      .select(["id", "name"])
      .where(
        "id",
        "in",
        members.map(({ user_id }) => user_id),
      ),
  );
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return {
    data: members.flatMap(({ id, user_id }) => {
      const name = names.get(user_id);
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}
