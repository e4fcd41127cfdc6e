import { createHash } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { secretFile } from "@/lib/platform/crypto";
import { overTls } from "@/lib/platform/env";
import { ExpiringMap } from "@/lib/platform/expiring-map";

/** A session ends after this time, however it is used. The cookie and the row say the same. */
export const SESSION_SECONDS = 12 * 3_600;

/** Whether browsers reach the product over TLS. */
export const secureCookies = overTls;

/** The session's cookie. Over TLS its name binds it to this very host and to `Path=/` (RFC 6265bis, "__Host-"). */
export const SESSION_COOKIE = {
  name: secureCookies ? "__Host-parley.session" : "parley.session",
  options: { httpOnly: true, sameSite: "lax", path: "/", secure: secureCookies },
} as const;

let secret: string | undefined;
/** What next-auth derives its cookie's key from: `DATA_DIR/secrets/session.key`, in base64. */
export function sessionSecret(): string {
  secret ??= secretFile("session.key").toString("base64");
  return secret;
}

/** The cookie's value: next-auth's encrypted token, which carries a session row's id and nothing else. */
export const sessionToken = (sid: string): Promise<string> =>
  encode({ token: { sid }, secret: sessionSecret(), maxAge: SESSION_SECONDS });

/** Decrypting takes 0.1 ms; a token is decrypted once a minute. The row, asked each time, says whether it still holds. */
const SID_TTL_MS = 60_000;
const SID_LIMIT = 10_000;
const sids = new ExpiringMap<string, string>({ ttlMs: SID_TTL_MS, limit: SID_LIMIT });

/** The session's id in a request's cookie; null for none, a foreign, an altered or an old one. */
export async function sessionIdOf(request: { headers: Pick<Headers, "get"> }): Promise<string | null> {
  const token = cookieOf(request.headers.get("cookie"), SESSION_COOKIE.name);
  if (token === null) return null;
  const digest = createHash("sha256").update(token).digest("base64");
  const kept = sids.get(digest);
  if (kept !== undefined) return kept;
  const payload = await decode({ token, secret: sessionSecret() }).catch(() => null);
  const sid = payload?.sid;
  if (typeof sid !== "string") return null;
  sids.set(digest, sid);
  return sid;
}

/** Whether a request brings a session's cookie, valid or not. */
export const hasSessionCookie = (request: { headers: Pick<Headers, "get"> }): boolean =>
  cookieOf(request.headers.get("cookie"), SESSION_COOKIE.name) !== null;

/** One cookie of a `Cookie` header. next-auth splits a cookie of more than 4 kB over several; ours carries an id alone and is never that long. */
export function cookieOf(header: string | null, name: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
