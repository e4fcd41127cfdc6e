import type { Role } from "@/lib/platform/context/roles";

/** An invitation as its link shows it. */
export type Invitation = { email: string; role: Role; workspace: string };

const ARTICLES: Partial<Record<Role, string>> = { admin: "an", owner: "an" };

/** `as an admin` */
export const asRole = (role: Role): string => `as ${ARTICLES[role] ?? "a"} ${role}`;
