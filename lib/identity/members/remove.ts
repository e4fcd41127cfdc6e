import { writeAudited } from "@/lib/platform/audit";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { identityDb } from "@/lib/platform/db/identity";
import { notFound } from "@/lib/platform/errors";
import { ensureOwnerRemains, requireCanManage } from "./guard";
import { selectMembers } from "./read";

/**
 * Removes a member from the workspace. Within 2 s on every process their sessions in it end, and the keys
 * that they created stop working until an admin takes them over. Their private saved views are deleted. Their
 * account and other memberships stay.
 * Throws 403 for a role above the caller's, and 409 for the last owner.
 */
export async function removeMember(ctx: Ctx, id: string): Promise<void> {
  const { workspaceId } = ctx;
  await ensureOwnerRemains(
    writeAudited(ctx, async (tx) => {
      const member = await tx.first(selectMembers(workspaceId).where("id", "=", id).forUpdate());
      if (member === undefined) throw notFound();
      requireCanManage(ctx, member.role as Role);
      const [, sessions, keys] = await tx.batch(
        db.deleteFrom("members").where("workspace_id", "=", workspaceId).where("id", "=", id),
        identityDb
          .updateTable("sessions")
          .set({ ended_at: ctx.now() })
          .where("user_id", "=", member.user_id)
          .where("workspace_id", "=", workspaceId)
          .where("ended_at", "is", null)
          .returning("id"),
        db
          .selectFrom("api_keys")
          .select("id")
          .where("workspace_id", "=", workspaceId)
          .where("created_by", "=", id)
          .where("revoked_at", "is", null),
        db
          .deleteFrom("saved_views")
          .where("workspace_id", "=", workspaceId)
          .where("owner_id", "=", id)
          .where("shared", "=", false),
      );
      const after = { sessions_ended: sessions.length, keys_stopped: keys.length };
      return {
        result: undefined,
        audit: { action: "member.removed", target: id, before: { role: member.role }, after },
      };
    }),
  );
}
