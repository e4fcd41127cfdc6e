/** From the weakest to the strongest; each may do all that the ones before it may. */
export const ROLES = ["viewer", "builder", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Whether `role` is `needed` or stronger. */
export const atLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
