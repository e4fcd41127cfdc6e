import { createHash } from "node:crypto";
import { type Compilable, sql } from "kysely";
import { notifyMembers } from "@/lib/identity/notices";
import { pooledRandomBytes } from "@/lib/platform/random";
import { hasSecureCookies, readCookie, SESSION_COOKIE } from "./cookie";
import type { NewSession } from "./sessions";

/** The maximum lifetime of a cookie (RFC 6265bis, 5.5): 400 days, renewed at each sign-in. */
const COOKIE_TTL_S = 400 * 86_400;
const BROWSER_COOKIE_NAME = hasSecureCookies ? "__Host-parley.browser" : "parley.browser";
const BROWSER_ID_BYTES = 16;
const BROWSER_ID_PATTERN = /^[0-9a-f]{32}$/;

/**
 * Identifies a browser by a random number in a separate cookie, which grants no access and outlives sessions.
 * `digest` is stored; `cookie` is the header that sets or renews the cookie.
 */
export function identifyBrowser(headers: Pick<Headers, "get">): { digest: string; cookie: string } {
  const cookieValue = readCookie(headers.get("cookie"), BROWSER_COOKIE_NAME);
  const text =
    cookieValue !== null && BROWSER_ID_PATTERN.test(cookieValue)
      ? cookieValue
      : Buffer.from(pooledRandomBytes(BROWSER_ID_BYTES)).toString("hex");
  const { path } = SESSION_COOKIE.options;
  const parts = [
    `${BROWSER_COOKIE_NAME}=${text}`,
    `Path=${path}`,
    `Max-Age=${COOKIE_TTL_S}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return {
    digest: createHash("sha256").update(text).digest("hex"),
    cookie: [...parts, ...(hasSecureCookies ? ["Secure"] : [])].join("; "),
  };
}

/**
 * The statement that notifies a person of a sign-in from a browser that they have not used before; none if
 * the browser is unknown. The first sign-in of an account is not reported. A person who clears their cookies
 * is notified again.
 */
export function notifyNewBrowser(
  { userId, workspaceId, browser }: NewSession,
  sessionId: string,
  now: string,
): Compilable<unknown>[] {
  if (browser === undefined) return [];
  const otherSessions = sql`from sessions s where s.user_id = ${userId} and s.id <> ${sessionId}`;
  const when = sql<boolean>`exists (select ${otherSessions}) and not exists (select ${otherSessions} and s.browser = ${browser})`;
  return [notifyMembers({ workspaceId, kind: "session.new_browser", subject: sessionId, userId, when, now })];
}
