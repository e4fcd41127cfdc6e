import { mutate } from "@/lib/platform/audit";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { keepingOwner, mayManage } from "./guard";
import { readMember, selectMembers } from "./read";
import type { Member, UpdateMember } from "./schema";

/** The statement that gives a member a role. */
export const setRole = (workspaceId: string, id: string, role: Role) =>
  db.updateTable("members").set({ role }).where("workspace_id", "=", workspaceId).where("id", "=", id);

/**
 * Gives a member another role. What they lose by it they, their sessions and their keys lose within 2 s on every
 * process, as the row is asked. 403 for a role above one's own, before or after; 409 for the last owner's.
 */
export async function changeRole(ctx: Ctx, id: string, { role }: UpdateMember): Promise<Member> {
  await keepingOwner(
    mutate(ctx, async (tx) => {
      const member = await tx.one(selectMembers(ctx.workspaceId).where("id", "=", id).forUpdate());
      if (member === undefined) throw notFound();
      const before = member.role as Role;
      mayManage(ctx, before, role);
      if (before === role) return { result: undefined, audit: null };
      await tx.one(setRole(ctx.workspaceId, id, role));
      const audit = { action: "member.role_changed", target: id, before: { role: before }, after: { role } };
      return { result: undefined, audit };
    }),
  );
  return readMember(ctx, id);
}
