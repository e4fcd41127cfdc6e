import type { Ctx, Role } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { emailKey } from "./email";
import type { Member } from "./schema";

type Row = { id: string; user_id: string; role: string; created_at: string };

/** The members of a workspace, as their rows are. */
export const selectMembers = (workspaceId: string) =>
  db
    .selectFrom("members")
    .select(["id", "user_id", "role", "created_at"])
    .where("workspace_id", "=", workspaceId);

/** Who the people of these memberships are. An account is never gone while somebody is a member by it. */
async function withPeople(rows: readonly Row[]): Promise<Member[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ user_id }) => user_id);
  const [users, factors] = await identityBatch(
    identityDb.selectFrom("users").select(["id", "name", "email"]).where("id", "in", ids),
    identityDb
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "in", ids)
      .where("confirmed_at", "is not", null),
  );
  const people = new Map(users.map((user) => [user.id, user]));
  const guarded = new Set(factors.map(({ user_id }) => user_id));
  return rows.map(({ id, user_id, role, created_at }) => ({
    id,
    name: people.get(user_id)?.name ?? "",
    email: people.get(user_id)?.email ?? "",
    role: role as Role,
    second_factor: guarded.has(user_id),
    created_at,
  }));
}

/** The workspace's members, newest first. */
export async function listMembers(ctx: Ctx, query: PageQuery): Promise<Page<Member>> {
  const { data, ...rest } = await listPage(ctx, selectMembers(ctx.workspaceId), query);
  return { ...rest, data: await withPeople(data) };
}

/** One member. 404 for another workspace's. */
export async function readMember(ctx: Ctx, id: string): Promise<Member> {
  const row = await ctx.db.one(selectMembers(ctx.workspaceId).where("id", "=", id));
  const [member] = row === undefined ? [] : await withPeople([row]);
  if (member === undefined) throw notFound();
  return member;
}

/** Whether the person of this address belongs to the workspace. */
export async function isMember(tx: Tx, workspaceId: string, email: string): Promise<boolean> {
  const account = identityDb.selectFrom("users").select("id").where("email", "=", emailKey(email));
  const user = await tx.one(account);
  const row = user && (await tx.one(selectMembers(workspaceId).where("user_id", "=", user.id)));
  return row !== undefined;
}
