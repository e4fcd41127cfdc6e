/** From the weakest to the strongest. Each role has all rights of the roles before it. */
export const ROLES = ["viewer", "builder", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Whether `role` is `needed` or stronger. */
export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
