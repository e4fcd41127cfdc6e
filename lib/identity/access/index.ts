import { isAtLeast, type Role } from "@/lib/platform/context/roles";
import { type Capability, MINIMUM_ROLES } from "./capabilities";

export { CAPABILITY_NAMES, type Capability } from "./capabilities";

/** The weakest role that has a capability. */
export const minimumRoleOf = (capability: Capability): Role => MINIMUM_ROLES[capability];

/** Whether a role has a capability. */
export const hasCapability = (role: Role, capability: Capability): boolean =>
  isAtLeast(role, minimumRoleOf(capability));
