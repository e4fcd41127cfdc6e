import { mutate } from "@/lib/audit";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { spendBreakGlass } from "@/lib/sso";
import type { Membership } from "./memberships";
import { newSession } from "./sessions";

type Breaking = {
  userId: string;
  /** Their workspaces that a password alone does not open. */
  enforced: readonly Membership[];
  code: string;
  address: string | null;
  userAgent: string | null;
};

/**
 * Opens a session by a break-glass code, for somebody whose password fits: the code is used up in the transaction that
 * opens it, and the workspace's audit log says so in an entry of its own. Null where it is no code of theirs.
 */
export async function openByBreakGlass(
  { userId, enforced, code, address, userAgent }: Breaking,
  now: string,
): Promise<{ sid: string } | null> {
  for (const { workspaceId, id, role } of enforced.filter((member) => member.role === "owner")) {
    const session = newSession({ method: "break_glass", userId, workspaceId, address, userAgent }, now);
    const auditor = {
      workspaceId,
      actor: { type: "member", id, role } as const,
      requestId: newId("req"),
      address,
      now: () => now,
    };
    const used = await mutate(auditor, async (tx) => {
      if ((await tx.one(spendBreakGlass({ workspaceId, memberId: id }, code))) === undefined)
        return { result: false, audit: null };
      await tx.all(session.insert);
      const opened = { action: "session.opened", target: session.id, after: { method: "break_glass" } };
      return { result: true, audit: [{ action: "sso.break_glass_used", target: id }, opened] };
    });
    if (!used) continue;
    log.warn({ workspaceId, memberId: id }, "a break-glass code has opened a workspace");
    return { sid: session.id };
  }
  return null;
}
