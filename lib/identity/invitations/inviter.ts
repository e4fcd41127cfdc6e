import { resolveCreatorId } from "@/lib/identity/keys";
import { listSsoEnforced } from "@/lib/identity/sso";
import { type Ctx, isAtLeast, type Role } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { LIMITS, take } from "@/lib/platform/limits";

/**
 * Returns the member responsible for an invitation: the caller, or the creator of the calling key. Throws 403
 * for a role above the caller's, 429 if the workspace has sent many invitations within a minute, and 409 if
 * single sign-on is enforced, as no one joins by a link then.
 */
export async function requireInviter(ctx: Ctx, role: Role): Promise<string> {
  if (!isAtLeast(ctx.actor.role, role)) throw new AppError("invited_role_too_high");
  const decision = await take(`invite:${ctx.workspaceId}`, LIMITS.invitations);
  if (!decision.admitted)
    throw new AppError("too_many_invitations", {
      params: { seconds: decision.resetS },
      retryAfterS: decision.resetS,
    });
  if ((await listSsoEnforced([ctx.workspaceId])).has(ctx.workspaceId))
    throw new AppError("inviting_needs_sso");
  return resolveCreatorId(ctx);
}
