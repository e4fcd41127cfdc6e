import { atLeast, type Ctx, type Role } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { makerOf } from "@/lib/keys";
import { LIMITS, take } from "@/lib/limits";

/**
 * The member who answers for an invitation: who asks, or who made the key that asks. Throws 403 for a role above one's
 * own, and 429 where the workspace has sent many within a minute.
 */
export async function inviterOf(ctx: Ctx, role: Role): Promise<string> {
  if (!atLeast(ctx.actor.role, role))
    throw new AppError("forbidden", "Nobody invites to a role above their own. Choose another role.");
  const decision = await take(`invite:${ctx.workspaceId}`, LIMITS.invitations);
  if (!decision.admitted)
    throw new AppError("rate_limited", `Many were invited just now. Wait ${decision.resetS} s.`, {
      retryAfterS: decision.resetS,
    });
  return makerOf(ctx);
}
