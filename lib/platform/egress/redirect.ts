import { EgressError } from "./errors";
import { parseTarget } from "./url";

/** What may go along to another host: what describes the request, nothing that could authorise it. */
const HARMLESS_HEADERS = new Set([
  "accept",
  "accept-language",
  "content-language",
  "content-type",
  "user-agent",
]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type Hop = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

/** The target of a redirect, or null if the answer is none. */
export function redirectTarget(from: URL, status: number, location: string | null): URL | null {
  if (!REDIRECTS.has(status) || location === null) return null;
  if (!URL.canParse(location, from.href)) throw new EgressError("redirect");
  const target = parseTarget(new URL(location, from.href));
  // A step down to plain text would show the request to everyone on the way.
  if (from.protocol === "https:" && target.protocol === "http:") throw new EgressError("redirect");
  return target;
}

/**
 * The request of the next hop: method and body as the Fetch standard rewrites them, and no header that could
 * authorise once the origin changes (a key may lie in any header, so only harmless ones are kept).
 */
export function nextHop(hop: Hop, status: number, target: URL): Hop {
  const toGet =
    (status === 303 && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const kept = Object.entries(hop.headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (toGet && lower.startsWith("content-")) return false;
    return target.origin === hop.url.origin || HARMLESS_HEADERS.has(lower);
  });
  return {
    url: target,
    method: toGet ? "GET" : hop.method,
    headers: Object.fromEntries(kept),
    body: toGet ? undefined : hop.body,
  };
}
