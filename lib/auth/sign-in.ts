import { createHmac } from "node:crypto";
import { mutate } from "@/lib/audit";
import { type Clock, iso, systemClock } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { addressKey, LIMITS, take } from "@/lib/limits";
import { sessionSecret } from "./cookie";
import { openingMembership } from "./memberships";
import { newSession } from "./sessions";
import { checkPassword, emailKey } from "./users";

export type SignIn = { email: string; password: string; address: string | null; userAgent: string | null };

/** What an account's attempts are counted under: an address that somebody typed is stored nowhere. */
const accountKey = (email: string): string =>
  createHmac("sha256", sessionSecret()).update(emailKey(email)).digest("base64url");

/**
 * Counts the attempt, right or wrong, for the address and for the account, whether there is one or not. Throws
 * `rate_limited` where either window is full.
 */
async function throttle({ email, address }: SignIn): Promise<void> {
  const decisions = await Promise.all([
    take(`sign-in-address:${addressKey(address)}`, LIMITS.signInAddress),
    take(`sign-in-account:${accountKey(email)}`, LIMITS.signInAccount),
  ]);
  const full = decisions.filter(({ admitted }) => !admitted);
  if (full.length === 0) return;
  const waitS = Math.max(...full.map(({ resetS }) => resetS));
  throw new AppError("rate_limited", `Too many attempts. Wait ${waitS} s and try again.`, {
    retryAfterS: waitS,
  });
}

/**
 * Opens a session for an address and a password, and writes it to the workspace's audit log; answers its id. Null,
 * after the same work, for a wrong password, an unknown account, and one that belongs to no workspace any more.
 */
export async function signIn(given: SignIn, clock: Clock = systemClock): Promise<{ sid: string } | null> {
  await throttle(given);
  const account = await checkPassword(given.email, given.password);
  const member = account && (await openingMembership(account.userId));
  if (account === null || member === null) return null;
  const { address, userAgent } = given;
  const now = iso(clock.now());
  const { workspaceId, id, role } = member;
  const session = newSession({ userId: account.userId, workspaceId, address, userAgent }, now);
  await mutate(
    { workspaceId, actor: { type: "member", id, role }, requestId: newId("req"), address, now: () => now },
    {
      run: [session.insert],
      audit: { action: "session.opened", target: session.id, after: { method: "password" } },
    },
  );
  return { sid: session.id };
}
