import type { Ctx, Role } from "@/lib/platform/context";
import { db, type Tx } from "@/lib/platform/db";
import { identityBatch, identityDb } from "@/lib/platform/db/identity";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { notFound } from "@/lib/platform/errors";
import { normalizeEmail } from "./email";
import type { Member } from "./schema";

type Row = { id: string; user_id: string; role: string; created_at: string };

/** Selects the member rows of a workspace. */
export const selectMembers = (workspaceId: string) =>
  db
    .selectFrom("members")
    .select(["id", "user_id", "role", "created_at"])
    .where("workspace_id", "=", workspaceId);

/** Adds names, addresses and second factors to member rows. A user with a membership always exists. */
async function addUserDetails(rows: readonly Row[]): Promise<Member[]> {
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
  const usersById = new Map(users.map((user) => [user.id, user]));
  const withSecondFactor = new Set(factors.map(({ user_id }) => user_id));
  return rows.map(({ id, user_id, role, created_at }) => ({
    id,
    name: usersById.get(user_id)?.name ?? "",
    email: usersById.get(user_id)?.email ?? "",
    role: role as Role,
    second_factor: withSecondFactor.has(user_id),
    created_at,
  }));
}

/** The workspace's members, newest first. */
export async function listMembers(ctx: Ctx, query: PageQuery): Promise<Page<Member>> {
  const { data, ...pageInfo } = await listPage(ctx, selectMembers(ctx.workspaceId), query);
  return { ...pageInfo, data: await addUserDetails(data) };
}

/** Reads a member. Throws 404 for another workspace's member. */
export async function readMember(ctx: Ctx, id: string): Promise<Member> {
  const row = await ctx.db.first(selectMembers(ctx.workspaceId).where("id", "=", id));
  const [member] = row === undefined ? [] : await addUserDetails([row]);
  if (member === undefined) throw notFound();
  return member;
}

/** Whether an address belongs to a member of the workspace. */
export async function isMember(tx: Tx, workspaceId: string, email: string): Promise<boolean> {
  const account = identityDb.selectFrom("users").select("id").where("email", "=", normalizeEmail(email));
  const user = await tx.first(account);
  const row = user && (await tx.first(selectMembers(workspaceId).where("user_id", "=", user.id)));
  return row !== undefined;
}
