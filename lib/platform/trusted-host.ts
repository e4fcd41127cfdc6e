import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { NO_SNIFF } from "./no-sniff";
import { ERROR_REASONS } from "./reasons/reasons";

/**
 * A Host header (RFC 9110, 7.2) in ASCII: a bracketed IPv6 address, a name or an IPv4 address, then an
 * optional port.
 */
const HOST_HEADER = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

const SET_BASE_URL = ERROR_REASONS.host_not_trusted.message;

/**
 * The normalized hostname of a Host header, parsed as browsers parse addresses (WHATWG URL); null if it is
 * invalid.
 */
function hostnameOf(header: string): string | null {
  if (!HOST_HEADER.test(header)) return null;
  try {
    return new URL(`http://${header}`).hostname.replace(/\.$/, "");
  } catch {
    return null;
  }
}

/** The IP address of a hostname; null for a name. */
function ipOf(hostname: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : null;
}

/** The hostname in HOST; null for an unspecified address, which stands for all addresses of the machine. */
function configuredHost(setting: string): string | null {
  const hostname = hostnameOf(setting.includes(":") ? `[${setting}]` : setting);
  return hostname === null || ipOf(hostname)?.range() === "unspecified" ? null : hostname;
}

type Settings = Pick<typeof env, "HOST" | "PARLEY_BASE_URL">;

/**
 * Whether to set and accept cookies at this Host. Without PARLEY_BASE_URL, only a loopback host and the host
 * in HOST are trusted: an attacker can make any other name resolve to this machine (DNS rebinding). With
 * PARLEY_BASE_URL, a proxy decides which hosts lead here, and `lib/identity/auth/origin.ts` compares the
 * origin of each changing request.
 */
export function isTrustedHost(header: string | null, { HOST, PARLEY_BASE_URL }: Settings = env): boolean {
  if (PARLEY_BASE_URL !== undefined) return true;
  const hostname = header === null ? null : hostnameOf(header);
  if (hostname === null) return false;
  return (
    hostname === "localhost" || ipOf(hostname)?.range() === "loopback" || hostname === configuredHost(HOST)
  );
}

/** The Host of a request. A request created in this process has none; its URL's host counts. */
export const hostOf = (request: Request): string => request.headers.get("host") ?? new URL(request.url).host;

/** Throws 403, naming the setting to change, unless the request's Host is trusted with cookies. */
export function requireTrustedHost(request: Request): void {
  if (!isTrustedHost(hostOf(request))) throw new AppError("host_not_trusted");
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Unknown address</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1em;color-scheme:light dark}</style>
<h1>Unknown address</h1><p>This Parley does not know the address that you opened. ${SET_BASE_URL}</p></html>
`;

/** The page for a browser at an untrusted Host. It repeats nothing of the request. */
export const untrustedHostPage = (): Response =>
  new Response(PAGE, {
    status: 403,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ...NO_SNIFF,
      "Cache-Control": "no-store",
    },
  });
