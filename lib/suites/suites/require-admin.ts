import { hasCapability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";

/**
 * Throws `forbidden` if the requirement of a suite changes and the actor may not deploy: an actor without that right must not
 * remove what keeps an agent from going live.
 */
export function requireAdminForRequirement(
  { actor }: Pick<Ctx, "actor">,
  wasRequired: boolean,
  isRequired: boolean,
): void {
  if (wasRequired !== isRequired && !hasCapability(actor.role, "agents.deploy"))
    throw new AppError("suite_requirement_needs_admin");
}
