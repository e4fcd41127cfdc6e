import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { NO_SNIFF } from "./no-sniff";

/** A Host header (RFC 9110, 7.2) in ASCII: a bracketed IPv6 address, or a name or IPv4 address, and a port. */
const HOST_HEADER = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

const SET_BASE_URL =
  "Set PARLEY_BASE_URL to the address that you open in the browser, and start Parley again. Until then people can sign in only on the machine itself, at localhost.";

/** The host of a Host header in its one form, as browsers parse addresses (WHATWG URL); null for none. */
function hostnameOf(header: string): string | null {
  if (!HOST_HEADER.test(header)) return null;
  try {
    return new URL(`http://${header}`).hostname.replace(/\.$/, "");
  } catch {
    return null;
  }
}

/** The address of a hostname; null for a name. */
function addressOf(hostname: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : null;
}

/** The host that HOST names; null for one that stands for every address of the machine. */
function ownHost(setting: string): string | null {
  const hostname = hostnameOf(setting.includes(":") ? `[${setting}]` : setting);
  return hostname === null || addressOf(hostname)?.range() === "unspecified" ? null : hostname;
}

type Settings = Pick<typeof env, "HOST" | "PARLEY_BASE_URL">;

/**
 * Whether cookies may be set and believed at this Host. Without PARLEY_BASE_URL only a loopback host and the one in
 * HOST are: any other name may be an attacker's that now resolves to this machine (DNS rebinding). With it, a proxy
 * decides which hosts lead here, and requests that change something are compared with its origin (`lib/identity/auth/origin.ts`).
 */
export function isTrustedHost(header: string | null, { HOST, PARLEY_BASE_URL }: Settings = env): boolean {
  if (PARLEY_BASE_URL !== undefined) return true;
  const hostname = header === null ? null : hostnameOf(header);
  if (hostname === null) return false;
  return (
    hostname === "localhost" || addressOf(hostname)?.range() === "loopback" || hostname === ownHost(HOST)
  );
}

/** The Host of a request; of one that was made in this process, its address. */
export const hostOf = (request: Request): string => request.headers.get("host") ?? new URL(request.url).host;

/** Throws 403, with the setting to set, unless cookies may be used at the request's Host. */
export function requireTrustedHost(request: Request): void {
  if (!isTrustedHost(hostOf(request))) throw new AppError("forbidden", SET_BASE_URL);
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Unknown address</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1em;color-scheme:light dark}</style>
<h1>Unknown address</h1><p>This Parley does not know the address that you opened. ${SET_BASE_URL}</p></html>
`;

/** The page for a browser at a Host where nobody can sign in. It repeats nothing of the request. */
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
