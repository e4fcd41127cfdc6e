import type { Role } from "@/lib/platform/context/roles";

/** An invitation as its link shows it. */
export type Invitation = { email: string; role: Role; workspace: string };
