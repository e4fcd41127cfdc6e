import { isAtLeast, type Role } from "@/lib/platform/context/roles";
import { CAPABILITIES, type Capability } from "./capabilities";

export { CAPABILITIES, CAPABILITY_NAMES, type Capability } from "./capabilities";

/** The weakest role that has a capability. */
export const minimumRoleOf = (capability: Capability): Role => CAPABILITIES[capability].minimumRole;

/** Whether a role has a capability. */
export const hasCapability = (role: Role, capability: Capability): boolean =>
  isAtLeast(role, minimumRoleOf(capability));
