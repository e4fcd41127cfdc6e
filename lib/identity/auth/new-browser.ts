import { createHash } from "node:crypto";
import { type Compilable, sql } from "kysely";
import { tell } from "@/lib/identity/notices";
import { pooledRandomBytes } from "@/lib/platform/random";
import { cookieOf, SESSION_COOKIE, secureCookies } from "./cookie";
import type { NewSession } from "./sessions";

/** As long as browsers keep any cookie (RFC 6265bis, 5.5): 400 days, anew with each sign-in. */
const KEPT_SECONDS = 400 * 86_400;
const NAME = secureCookies ? "__Host-parley.browser" : "parley.browser";
const MARK_BYTES = 16;
const TEXT = /^[0-9a-f]{32}$/;

/**
 * What tells a browser from others: a random number in a cookie of its own, that opens nothing and outlives a session.
 * `mark` is kept of it, by a digest; `cookie` is the header that keeps it in the browser.
 */
export function browserOf(asked: Pick<Headers, "get">): { mark: string; cookie: string } {
  const sent = cookieOf(asked.get("cookie"), NAME);
  const text =
    sent !== null && TEXT.test(sent) ? sent : Buffer.from(pooledRandomBytes(MARK_BYTES)).toString("hex");
  const { path } = SESSION_COOKIE.options;
  const parts = [`${NAME}=${text}`, `Path=${path}`, `Max-Age=${KEPT_SECONDS}`, "HttpOnly", "SameSite=Lax"];
  return {
    mark: createHash("sha256").update(text).digest("hex"),
    cookie: [...parts, ...(secureCookies ? ["Secure"] : [])].join("; "),
  };
}

/**
 * The statement that tells a person that they have signed in from a browser in which they never did; none where nothing
 * tells the browser. Their first sign-in of all is no news. Somebody who empties their cookies is told once more.
 */
export function tellOfBrowser(
  { userId, workspaceId, browser }: NewSession,
  sessionId: string,
  now: string,
): Compilable<unknown>[] {
  if (browser === undefined) return [];
  const others = sql`from sessions s where s.user_id = ${userId} and s.id <> ${sessionId}`;
  const when = sql<boolean>`exists (select ${others}) and not exists (select ${others} and s.browser = ${browser})`;
  return [tell({ workspaceId, kind: "session.new_browser", subject: sessionId, userId, when, now })];
}
