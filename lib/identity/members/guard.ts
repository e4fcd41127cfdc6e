import { can } from "@/lib/identity/access";
import { atLeast, type Ctx, type Role } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";

/**
 * Throws `forbidden` unless who acts may have to do with a member of each of these roles: nobody reaches above their
 * own, and owners are made and unmade by owners alone.
 */
export function mayManage({ actor }: Pick<Ctx, "actor">, ...roles: readonly Role[]): void {
  const isOwners = roles.includes("owner") && !can(actor.role, "members.owners");
  if (!isOwners && roles.every((role) => atLeast(actor.role, role))) return;
  throw new AppError("forbidden", "This concerns a role above your own. Ask an owner of the workspace.");
}

/** What `members_keep_owner` of the migrations raises. */
const NO_OWNER_LEFT = "PL002";

/** Runs a change of members. Throws `invalid_state` where it would leave the workspace without an owner. */
export async function keepingOwner<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_OWNER_LEFT) throw error;
    throw new AppError(
      "invalid_state",
      "A workspace keeps an owner. Make somebody else an owner first, then try again.",
    );
  }
}
