import { atLeast, type Role } from "@/lib/platform/context/roles";
import { CAPABILITIES, type Capability } from "./table";

export { CAPABILITIES, CAPABILITY_NAMES, type Capability } from "./table";

/** The weakest role that may. */
export const leastRole = (capability: Capability): Role => CAPABILITIES[capability].least;

/** Whether somebody of this role may. */
export const can = (role: Role, capability: Capability): boolean => atLeast(role, leastRole(capability));
