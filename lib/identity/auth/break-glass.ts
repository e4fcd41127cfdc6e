import { tell } from "@/lib/identity/notices";
import { makeBreakGlass, spendBreakGlass } from "@/lib/identity/sso";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { Membership } from "./memberships";
import { tellOfBrowser } from "./new-browser";
import { sessionOf } from "./own-sessions";
import { newSession } from "./sessions";
import { stillProven } from "./still-proven";

/** Gives the owner who asks a code. Throws `invalid_state` where they have no password, without which it opens nothing. */
export async function giveBreakGlass(ctx: Ctx): Promise<{ code: string }> {
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("password_hash").where("id", "=", sessionOf(ctx).userId),
  );
  if (user?.password_hash == null)
    throw new AppError(
      "invalid_state",
      "The code opens together with a password, and your account has none. Let an owner who has one keep it.",
    );
  return makeBreakGlass(ctx);
}

type Breaking = {
  /** How they have proven themselves. */
  proven: Parameters<typeof stillProven>[1];
  /** Their workspaces that a password alone does not open. */
  enforced: readonly Membership[];
  code: string;
  address: string | null;
  userAgent: string | null;
  browser: string | undefined;
};

/**
 * Opens a session by a break-glass code, for somebody whose password fits: the code is used up in the transaction that
 * opens it, the workspace's audit log says so in an entry of its own, and its owners are told. Null where it is
 * no code of theirs.
 */
export async function openByBreakGlass(
  { proven, enforced, code, address, userAgent, browser }: Breaking,
  now: string,
): Promise<{ sid: string } | null> {
  const { userId } = proven;
  for (const { workspaceId, id, role } of enforced.filter((member) => member.role === "owner")) {
    const opening = { method: "break_glass", userId, workspaceId, address, userAgent, browser } as const;
    const session = newSession(opening, now);
    const auditor = {
      workspaceId,
      actor: { type: "member", id, role } as const,
      requestId: newId("req"),
      address,
      now: () => now,
    };
    const used = await mutate(auditor, async (tx) => {
      if (!(await stillProven(tx, proven))) return { result: false, audit: null };
      if ((await tx.one(spendBreakGlass({ workspaceId, memberId: id }, code))) === undefined)
        return { result: false, audit: null };
      await tx.batch(
        session.insert,
        tell({ workspaceId, kind: "sso.break_glass_used", subject: session.id, now }),
        ...tellOfBrowser(opening, session.id, now),
      );
      const opened = { action: "session.opened", target: session.id, after: { method: "break_glass" } };
      return { result: true, audit: [{ action: "sso.break_glass_used", target: id }, opened] };
    });
    if (!used) continue;
    log.warn({ workspaceId, memberId: id }, "a break-glass code has opened a workspace");
    return { sid: session.id };
  }
  return null;
}
