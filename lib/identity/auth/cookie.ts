import { createHash } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { requireSecret } from "@/lib/platform/crypto";
import { overTls } from "@/lib/platform/env";
import { ExpiringMap } from "@/lib/platform/expiring-map";

/** A session expires after this time, regardless of its use. The cookie and the row have the same expiry. */
export const SESSION_TTL_S = 12 * 3_600;

/** Whether browsers use TLS, so that cookies are `Secure`. */
export const hasSecureCookies = overTls;

/** The session cookie. Over TLS its name binds it to this host and to `Path=/` (RFC 6265bis, "__Host-"). */
export const SESSION_COOKIE = {
  name: hasSecureCookies ? "__Host-parley.session" : "parley.session",
  options: { httpOnly: true, sameSite: "lax", path: "/", secure: hasSecureCookies },
} as const;

let secret: string | undefined;
/** The secret from which next-auth derives its cookie key: `DATA_DIR/secrets/session.key`, in base64. */
export function sessionSecret(): string {
  secret ??= requireSecret("session.key").toString("base64");
  return secret;
}

/** Encodes the cookie's value: next-auth's encrypted token, which contains only the session's id. */
export const encodeSessionToken = (sid: string): Promise<string> =>
  encode({ token: { sid }, secret: sessionSecret(), maxAge: SESSION_TTL_S });

/**
 * Decryption takes 0.1 ms, so a token is decrypted once a minute. The session's row decides whether it is
 * valid.
 */
const SID_TTL_MS = 60_000;
const SID_LIMIT = 10_000;
const sessionIdCache = new ExpiringMap<string, string>({ ttlMs: SID_TTL_MS, limit: SID_LIMIT });

/** Reads the session's id from a request's cookie; null if it is missing, forged, altered or expired. */
export async function readSessionId(request: { headers: Pick<Headers, "get"> }): Promise<string | null> {
  const token = readCookie(request.headers.get("cookie"), SESSION_COOKIE.name);
  if (token === null) return null;
  const digest = createHash("sha256").update(token).digest("base64");
  const cachedSid = sessionIdCache.get(digest);
  if (cachedSid !== undefined) return cachedSid;
  const payload = await decode({ token, secret: sessionSecret() }).catch(() => null);
  const sid = payload?.sid;
  if (typeof sid !== "string") return null;
  sessionIdCache.set(digest, sid);
  return sid;
}

/** Whether a request has a session cookie, valid or not. */
export const hasSessionCookie = (request: { headers: Pick<Headers, "get"> }): boolean =>
  readCookie(request.headers.get("cookie"), SESSION_COOKIE.name) !== null;

/**
 * Reads one cookie of a `Cookie` header. next-auth splits cookies above 4 kB; this one contains only an id
 * and is never that long.
 */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
