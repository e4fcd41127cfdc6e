import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { AppError, notFound } from "@/lib/platform/errors";
import { setRole } from "./change-role";
import { keepingOwner } from "./guard";
import { readMember, selectMembers } from "./read";
import type { Member } from "./schema";

/**
 * Hands one's own ownership over: the other member becomes an owner and who asks an admin, both or neither. 403 for
 * whoever is no owner now, 409 for oneself.
 */
export async function transferOwnership(ctx: Ctx, id: string): Promise<Member> {
  const { workspaceId, actor } = ctx;
  if (id === actor.id) throw new AppError("invalid_state", "Choose another member than yourself.");
  await keepingOwner(
    mutate(ctx, async (tx) => {
      const rows = await tx.all(
        selectMembers(workspaceId).where("id", "in", [id, actor.id]).orderBy("id").forUpdate(),
      );
      const [other, own] = [id, actor.id].map((one) => rows.find((row) => row.id === one));
      if (other === undefined) throw notFound();
      if (own?.role !== "owner") throw new AppError("forbidden", "Only an owner can hand ownership over.");
      await tx.one(setRole(workspaceId, id, "owner"));
      await tx.one(setRole(workspaceId, actor.id, "admin"));
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
