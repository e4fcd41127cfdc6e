import { EgressError } from "./errors";

/** Longer URLs are refused by common servers (8 KiB request lines), so they only fail later and less clearly. */
const MAX_URL_CHARS = 8_000;
const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** The port that a URL leads to, as a decimal string. */
export const portOf = (protocol: string, port: string): string =>
  port === "" ? (DEFAULT_PORTS[protocol] ?? "") : port;

/**
 * Parses a URL that is to be called. Throws `EgressError` `bad_url` unless it is http or https, without user name
 * and password. Parsing normalises IPv4 written in decimal, octal or hexadecimal, so that the check sees what the
 * socket would.
 */
export function parseTarget(url: string | URL): URL {
  const text = String(url);
  if (text.length > MAX_URL_CHARS || !URL.canParse(text)) throw new EgressError("bad_url");
  const target = new URL(text);
  const webScheme = target.protocol === "http:" || target.protocol === "https:";
  if (!webScheme || target.username !== "" || target.password !== "" || target.hostname === "")
    throw new EgressError("bad_url");
  return target;
}

/**
 * Whether a list of `host` and `host:port` entries (lower case, IPv6 in brackets) holds this host. Matches are
 * exact: no wildcards and no parent domains, so that an entry lets through what it says and nothing else.
 */
export function isListed(list: readonly string[], hostname: string, port: string): boolean {
  const host = hostname.toLowerCase();
  return list.includes(host) || list.includes(`${host}:${port}`);
}
