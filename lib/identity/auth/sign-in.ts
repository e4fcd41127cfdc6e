import { writeAudited } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { signInByBreakGlass } from "./break-glass";
import { readPasswordAccess } from "./memberships";
import { notifyNewBrowser } from "./new-browser";
import { rateLimitKeyOf } from "./password/request-reset";
import { isProofCurrent } from "./password-proof";
import { checkCode, hasSecondFactor } from "./second-factor/check-code";
import { newSession } from "./sessions";
import { throttle } from "./throttle";
import { checkPassword } from "./users";

export type SignInInput = {
  email: string;
  password: string;
  /** The code of the second factor, once requested. */
  code?: string;
  /** The break-glass code, which signs its owner in once despite enforced single sign-on. */
  breakGlass?: string;
  address: string | null;
  userAgent: string | null;
  /** The digest from `identifyBrowser`. Without it no notice of a new browser is sent. */
  browser?: string;
  /** The request's id, for the audit log; a new one by default. */
  requestId?: string;
};
/** `code_needed`, `code_wrong`: the password is correct, and the account has a second factor. */
export type SignInResult = { sid: string } | "code_needed" | "code_wrong" | null;

/**
 * Counts every attempt, correct or not, by client address and by account, existing or not. Throws
 * `rate_limited` if either limit is reached.
 */
async function throttleSignIn({ email, address }: SignInInput): Promise<void> {
  await throttle(
    take(`sign-in-address:${addressKey(address)}`, LIMITS.signInAddress),
    take(`sign-in-account:${rateLimitKeyOf(email)}`, LIMITS.signInAccount),
  );
}

/**
 * The method by which a person with a correct password is proven, or what is missing. Throws `rate_limited`.
 */
async function proveIdentity(
  userId: string,
  code: string | undefined,
  now: string,
): Promise<"password" | "totp" | "recovery_code" | "code_needed" | "code_wrong"> {
  if (!(await hasSecondFactor(userId))) return "password";
  if (code === undefined || code === "") return "code_needed";
  return (await checkCode(userId, code, now)) ?? "code_wrong";
}

/**
 * Opens a session by e-mail address, password and, if the account has a second factor, a code. It audits the
 * sign-in in the workspace and returns the session's id. Returns null, after the same work, for a wrong
 * password, an unknown account, an account without a workspace, and an account that changes meanwhile. Throws
 * `forbidden` if the password is correct but every workspace requires single sign-on.
 */
export async function signIn(input: SignInInput, clock: Clock = systemClock): Promise<SignInResult> {
  await throttleSignIn(input);
  const account = await checkPassword(input.email, input.password);
  if (account === null) return null;
  const { open, enforced, ssoOnly } = await readPasswordAccess(account.userId);
  const { address, userAgent, breakGlass, browser, requestId = newId("req") } = input;
  const [member] = open;
  const usesBreakGlass = breakGlass !== undefined && breakGlass !== "" && enforced.length > 0;
  if (member === undefined && !usesBreakGlass) {
    if (enforced.length + ssoOnly.length === 0) return null;
    throw new AppError("account_must_use_sso");
  }
  const now = iso(clock.now());
  const method = await proveIdentity(account.userId, input.code, now);
  if (method === "code_needed" || method === "code_wrong") return method;
  const proof = { ...account, method };
  if (usesBreakGlass)
    return signInByBreakGlass(
      { proof, enforced, code: breakGlass, address, userAgent, browser, requestId },
      now,
    );
  if (member === undefined) return null;
  const { workspaceId, id, role } = member;
  const sessionInput = { userId: account.userId, workspaceId, address, userAgent, browser };
  const session = newSession(sessionInput, now);
  const auditor = {
    workspaceId,
    actor: { type: "member", id, role } as const,
    requestId,
    address,
    now: () => now,
  };
  return writeAudited(auditor, async (tx) => {
    if (!(await isProofCurrent(tx, proof))) return { result: null, audit: null };
    await tx.batch(session.insert, ...notifyNewBrowser(sessionInput, session.id, now));
    const audit = { action: "session.opened", target: session.id, after: { method } };
    return { result: { sid: session.id }, audit };
  });
}
