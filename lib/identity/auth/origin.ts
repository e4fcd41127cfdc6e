import { env } from "@/lib/platform/env";
import { hostOf, isTrustedHost } from "@/lib/platform/trusted-host";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a method changes nothing (RFC 9110, 9.2.1). */
export const isSafeMethod = (method: string): boolean => SAFE.has(method);

/** Whether an origin is Parley's: that of PARLEY_BASE_URL, else that of the request's Host. */
function isOwnOrigin(origin: string, request: Request): boolean {
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false; // "null" of a sandboxed frame or a local file, among others
  }
  if (env.PARLEY_BASE_URL !== undefined) return url.origin === new URL(env.PARLEY_BASE_URL).origin;
  const host = hostOf(request);
  return isTrustedHost(host) && url.host === host;
}

/** Whether a request comes from this site's own pages. */
export const isSameOrigin = (request: Request): boolean => classifyOrigin(request) === "same";

/** Classifies the request's `Origin` header. */
export function classifyOrigin(request: Request): "none" | "same" | "other" {
  const origin = request.headers.get("origin");
  if (origin === null) return "none";
  return isOwnOrigin(origin, request) ? "same" : "other";
}
