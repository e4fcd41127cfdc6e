import { hasCapability } from "@/lib/identity/access";
import { type Ctx, isAtLeast, type Role } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";

/**
 * Throws `forbidden` unless the caller can manage members of each of these roles: none above the caller's own
 * role, and `owner` only by an owner.
 */
export function requireCanManage({ actor }: Pick<Ctx, "actor">, ...roles: readonly Role[]): void {
  const isOwners = roles.includes("owner") && !hasCapability(actor.role, "members.owners");
  if (!isOwners && roles.every((role) => isAtLeast(actor.role, role))) return;
  throw new AppError("member_role_too_high");
}

/** The error code that the trigger `require_an_owner` raises. */
const NO_OWNER_LEFT = "PL002";

/** Awaits a change of members. Throws `invalid_state` if it would leave the workspace without an owner. */
export async function ensureOwnerRemains<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_OWNER_LEFT) throw error;
    throw new AppError("workspace_needs_owner");
  }
}
