import { makerOf } from "@/lib/identity/keys";
import { enforcedAmong } from "@/lib/identity/sso";
import { atLeast, type Ctx, type Role } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { LIMITS, take } from "@/lib/platform/limits";

/**
 * The member who answers for an invitation: who asks, or who made the key that asks. Throws 403 for a role above one's
 * own, 429 where the workspace has sent many within a minute, and 409 where nobody comes in by a link.
 */
export async function inviterOf(ctx: Ctx, role: Role): Promise<string> {
  if (!atLeast(ctx.actor.role, role))
    throw new AppError("forbidden", "Nobody invites to a role above their own. Choose another role.");
  const decision = await take(`invite:${ctx.workspaceId}`, LIMITS.invitations);
  if (!decision.admitted)
    throw new AppError("rate_limited", `Many were invited just now. Wait ${decision.resetS} s.`, {
      retryAfterS: decision.resetS,
    });
  if ((await enforcedAmong([ctx.workspaceId])).has(ctx.workspaceId))
    throw new AppError(
      "invalid_state",
      "Members come in by single sign-on alone. Let your identity provider send them: they become members by that.",
    );
  return makerOf(ctx);
}
