import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { AppError, notFound } from "@/lib/platform/errors";
import { setRole } from "./change-role";
import { ensureOwnerRemains } from "./guard";
import { readMember, selectMembers } from "./read";
import type { Member } from "./schema";

/**
 * Transfers the caller's ownership: in one transaction the other member becomes an owner and the caller an
 * admin. Throws 403 if the caller is not an owner, and 409 if the caller names themself.
 */
export async function transferOwnership(ctx: Ctx, id: string): Promise<Member> {
  const { workspaceId, actor } = ctx;
  if (id === actor.id) throw new AppError("transfer_to_yourself");
  await ensureOwnerRemains(
    writeAudited(ctx, async (tx) => {
      const rows = await tx.all(
        selectMembers(workspaceId).where("id", "in", [id, actor.id]).orderBy("id").forNoKeyUpdate(),
      );
      const [other, self] = [id, actor.id].map((memberId) => rows.find((row) => row.id === memberId));
      if (other === undefined) throw notFound();
      if (self?.role !== "owner") throw new AppError("transfer_needs_owner");
      await tx.first(setRole(workspaceId, id, "owner"));
      await tx.first(setRole(workspaceId, actor.id, "admin"));
      return {
        result: undefined,
        audit: [
          {
            action: "member.ownership_transferred",
            target: id,
            before: { role: other.role },
            after: { role: "owner" },
          },
          {
            action: "member.role_changed",
            target: actor.id,
            before: { role: "owner" },
            after: { role: "admin" },
          },
        ],
      };
    }),
  );
  return readMember(ctx, id);
}
