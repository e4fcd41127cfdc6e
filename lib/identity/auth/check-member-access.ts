import { type Capability, hasCapability } from "@/lib/identity/access";
import type { Environment } from "@/lib/platform/context";
import { checkSession } from "./sessions";

type MemberAccess = {
  sessionId: string;
  workspaceId: string;
  environment: Environment;
  memberId: string;
  capability: Capability;
};

/**
 * Whether a session still belongs to a member of the workspace who has a capability, for connections that outlive their request.
 * `now`: RFC 3339. The answer is at most one second old.
 */
export async function checkMemberAccess(
  { sessionId, workspaceId, environment, memberId, capability }: MemberAccess,
  now: string,
): Promise<boolean> {
  const session = await checkSession(sessionId, now, { workspaceId, environment });
  if (session === null || session === "not_open") return false;
  return session.memberId === memberId && hasCapability(session.role, capability);
}
