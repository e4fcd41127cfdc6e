import { EgressError } from "./errors";
import { parseTarget } from "./url";

/** Headers that are also sent to another host: they describe the request and cannot authorize it. */
const SAFE_HEADERS = new Set(["accept", "accept-language", "content-language", "content-type", "user-agent"]);
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

export type Hop = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

/** The target of a redirect, or null if the response is not a redirect. */
export function redirectTarget(from: URL, status: number, location: string | null): URL | null {
  if (!REDIRECT_STATUSES.has(status) || location === null) return null;
  if (!URL.canParse(location, from.href)) throw new EgressError("redirect");
  const target = parseTarget(new URL(location, from.href));
  // A downgrade to plaintext would expose the request on the network.
  if (from.protocol === "https:" && target.protocol === "http:") throw new EgressError("redirect");
  return target;
}

/**
 * The request of the next hop. Method and body change as in the Fetch standard. When the origin changes, only
 * safe headers are kept, since any other could contain a credential.
 */
export function nextHop(hop: Hop, status: number, target: URL): Hop {
  const becomesGet =
    (status === 303 && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const forwarded = Object.entries(hop.headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith("content-")) return false;
    return target.origin === hop.url.origin || SAFE_HEADERS.has(lower);
  });
  return {
    url: target,
    method: becomesGet ? "GET" : hop.method,
    headers: Object.fromEntries(forwarded),
    body: becomesGet ? undefined : hop.body,
  };
}
