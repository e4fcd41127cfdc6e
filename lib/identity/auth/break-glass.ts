import { notifyMembers } from "@/lib/identity/notices";
import { createBreakGlassCode, redeemBreakGlassCode } from "@/lib/identity/sso";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Membership } from "./memberships";
import { notifyNewBrowser } from "./new-browser";
import { isProofCurrent } from "./password-proof";
import { newSession } from "./sessions";

/**
 * Issues a code to the calling owner. Throws `invalid_state` if they have no password, as the code requires
 * one.
 */
export async function issueBreakGlassCode(ctx: Ctx): Promise<{ code: string }> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("password_hash").where("id", "=", requireSession(ctx).userId),
  );
  if (user?.password_hash == null) throw new AppError("break_glass_needs_password");
  return createBreakGlassCode(ctx);
}

type BreakGlassSignIn = {
  /** The proof of identity of this sign-in. */
  proof: Parameters<typeof isProofCurrent>[1];
  /** The person's workspaces that enforce single sign-on. */
  enforced: readonly Membership[];
  code: string;
  address: string | null;
  userAgent: string | null;
  browser: string | undefined;
  requestId: string;
};

/**
 * Opens a session by a break-glass code after the password was verified. The same transaction consumes the
 * code, audits its use as a separate event and notifies the owners. Null if the code is not the person's.
 */
export async function signInByBreakGlass(
  { proof, enforced, code, address, userAgent, browser, requestId }: BreakGlassSignIn,
  now: string,
): Promise<{ sid: string } | null> {
  const { userId } = proof;
  for (const { workspaceId, id, role } of enforced.filter((member) => member.role === "owner")) {
    const sessionInput = { method: "break_glass", userId, workspaceId, address, userAgent, browser } as const;
    const session = newSession(sessionInput, now);
    const auditor = {
      workspaceId,
      actor: { type: "member", id, role } as const,
      requestId,
      address,
      now: () => now,
    };
    const isCodeUsed = await writeAudited(auditor, async (tx) => {
      if (!(await isProofCurrent(tx, proof))) return { result: false, audit: null };
      if ((await tx.first(redeemBreakGlassCode({ workspaceId, memberId: id }, code))) === undefined)
        return { result: false, audit: null };
      await tx.batch(
        session.insert,
        notifyMembers({ workspaceId, kind: "sso.break_glass_used", subject: session.id, now }),
        ...notifyNewBrowser(sessionInput, session.id, now),
      );
      const openedEvent = { action: "session.opened", target: session.id, after: { method: "break_glass" } };
      return { result: true, audit: [{ action: "sso.break_glass_used", target: id }, openedEvent] };
    });
    if (!isCodeUsed) continue;
    log.warn({ workspaceId, memberId: id }, "a break-glass code was used to sign in");
    return { sid: session.id };
  }
  return null;
}
