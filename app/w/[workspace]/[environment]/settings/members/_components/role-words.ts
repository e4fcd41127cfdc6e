import type { Role } from "@/lib/platform/context/roles";

/** Short description of each role. */
export const MEANING: Record<Role, string> = {
  viewer: "Looks at agents, calls and masked transcripts",
  builder: "Builds agents and tools, runs campaigns",
  admin: "Deploys, and manages members, keys and settings",
  owner: "May do everything",
};

/** `Admin` */
export const named = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1);
