import type { Decision } from "./limiter";
import { WINDOW_MS } from "./limits";

/** The fields that tell a client of its limit: draft-ietf-httpapi-ratelimit-headers, and `Retry-After` (RFC 9110) on a refusal. */
export function rateLimitHeaders(
  { admitted, remaining, resetS }: Decision,
  limit: number,
): Record<string, string> {
  return {
    "RateLimit-Policy": `"default";q=${limit};w=${WINDOW_MS / 1000}`,
    RateLimit: `"default";r=${remaining};t=${resetS}`,
    ...(!admitted && { "Retry-After": String(resetS) }),
  };
}
