import { env } from "@/lib/platform/env";
import { hostOf, isTrustedHost } from "@/lib/platform/trusted-host";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a method changes nothing (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => SAFE.has(method);

/** The product's own origin: PARLEY_BASE_URL's, else that of the address the client asked. */
function isOwn(origin: string, request: Request): boolean {
  let sent: URL;
  try {
    sent = new URL(origin);
  } catch {
    return false; // "null" of a sandboxed frame or a local file, among others
  }
  if (env.PARLEY_BASE_URL !== undefined) return sent.origin === new URL(env.PARLEY_BASE_URL).origin;
  const host = hostOf(request);
  return isTrustedHost(host) && sent.host === host;
}

/** Whether a request that changes something comes from this site's own pages. */
export const isSamePage = (request: Request): boolean => originOf(request) === "same";

/** Where a browser says that the request comes from. */
export function originOf(request: Request): "none" | "same" | "other" {
  const origin = request.headers.get("origin");
  if (origin === null) return "none";
  return isOwn(origin, request) ? "same" : "other";
}
