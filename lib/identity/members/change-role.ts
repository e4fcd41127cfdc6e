import { writeAudited } from "@/lib/platform/audit";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { ensureOwnerRemains, requireCanManage } from "./guard";
import { readMember, selectMembers } from "./read";
import type { Member, UpdateMember } from "./schema";

/** The update that sets a member's role. */
export const setRole = (workspaceId: string, id: string, role: Role) =>
  db.updateTable("members").set({ role }).where("workspace_id", "=", workspaceId).where("id", "=", id);

/**
 * Changes a member's role. It applies to the member's sessions and keys within 2 s on every process. Throws
 * 403 if the old or the new role is above the caller's, and 409 for the last owner.
 */
export async function changeRole(ctx: Ctx, id: string, { role }: UpdateMember): Promise<Member> {
  await ensureOwnerRemains(
    writeAudited(ctx, async (tx) => {
      const member = await tx.first(selectMembers(ctx.workspaceId).where("id", "=", id).forNoKeyUpdate());
      if (member === undefined) throw notFound();
      const before = member.role as Role;
      requireCanManage(ctx, before, role);
      if (before === role) return { result: undefined, audit: null };
      await tx.first(setRole(ctx.workspaceId, id, role));
      const audit = { action: "member.role_changed", target: id, before: { role: before }, after: { role } };
      return { result: undefined, audit };
    }),
  );
  return readMember(ctx, id);
}
