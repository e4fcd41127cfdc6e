import { mutate } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { openByBreakGlass } from "./break-glass";
import { openingsOf } from "./memberships";
import { tellOfBrowser } from "./new-browser";
import { countedAs } from "./password/request-reset";
import { checkCode, hasSecondFactor } from "./second-factor/check";
import { newSession } from "./sessions";
import { stillProven } from "./still-proven";
import { throttle } from "./throttle";
import { checkPassword } from "./users";

export type SignIn = {
  email: string;
  password: string;
  /** Of the second factor, once it has been asked for. */
  code?: string;
  /** The code that opens a workspace of enforced single sign-on to its one owner, once. */
  breakGlass?: string;
  address: string | null;
  userAgent: string | null;
  /** What tells this browser from others: see `browserOf`. Nobody is told of one that is not known. */
  browser?: string;
};
/** `code_needed`, `code_wrong`: the password is right, and the account has a second factor. */
export type SignedIn = { sid: string } | "code_needed" | "code_wrong" | null;

/**
 * Counts the attempt, right or wrong, for the address and for the account, whether there is one or not. Throws
 * `rate_limited` where either window is full.
 */
async function throttleSignIn({ email, address }: SignIn): Promise<void> {
  await throttle(
    take(`sign-in-address:${addressKey(address)}`, LIMITS.signInAddress),
    take(`sign-in-account:${countedAs(email)}`, LIMITS.signInAccount),
  );
}

/** How somebody whose password is right has proven themselves; or what is missing. Throws `rate_limited`. */
async function methodOf(
  userId: string,
  code: string | undefined,
  now: string,
): Promise<"password" | "totp" | "recovery_code" | "code_needed" | "code_wrong"> {
  if (!(await hasSecondFactor(userId))) return "password";
  if (code === undefined || code === "") return "code_needed";
  return (await checkCode(userId, code, now)) ?? "code_wrong";
}

/**
 * Opens a session for an address and a password, and a code where the account has a second factor, and writes it to
 * the workspace's audit log; answers its id. Null, after the same work, for a wrong password, an unknown account, and
 * one that belongs to no workspace any more, and where the account was changed at that moment. Throws `forbidden` to whom the password fits, and whose every workspace is
 * entered by single sign-on alone.
 */
export async function signIn(given: SignIn, clock: Clock = systemClock): Promise<SignedIn> {
  await throttleSignIn(given);
  const account = await checkPassword(given.email, given.password);
  if (account === null) return null;
  const { open, enforced, vouched } = await openingsOf(account.userId);
  const { address, userAgent, breakGlass, browser } = given;
  const [member] = open;
  const breaks = breakGlass !== undefined && breakGlass !== "" && enforced.length > 0;
  if (member === undefined && !breaks) {
    if (enforced.length + vouched.length === 0) return null;
    throw new AppError("forbidden", "This account is signed in by single sign-on.");
  }
  const now = iso(clock.now());
  const method = await methodOf(account.userId, given.code, now);
  if (method === "code_needed" || method === "code_wrong") return method;
  const proven = { ...account, method };
  if (breaks)
    return openByBreakGlass({ proven, enforced, code: breakGlass, address, userAgent, browser }, now);
  if (member === undefined) return null;
  const { workspaceId, id, role } = member;
  const opening = { userId: account.userId, workspaceId, address, userAgent, browser };
  const session = newSession(opening, now);
  const auditor = {
    workspaceId,
    actor: { type: "member", id, role } as const,
    requestId: newId("req"),
    address,
    now: () => now,
  };
  return mutate(auditor, async (tx) => {
    if (!(await stillProven(tx, proven))) return { result: null, audit: null };
    await tx.batch(session.insert, ...tellOfBrowser(opening, session.id, now));
    const audit = { action: "session.opened", target: session.id, after: { method } };
    return { result: { sid: session.id }, audit };
  });
}
