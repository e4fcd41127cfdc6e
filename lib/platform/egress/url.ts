import { EgressError } from "./errors";

/** Common servers reject longer URLs (8 KiB request lines), later and with a less clear error. */
const MAX_URL_CHARS = 8_000;
const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** The port of a URL, as a decimal string. */
export const portOf = (protocol: string, port: string): string =>
  port === "" ? (DEFAULT_PORTS[protocol] ?? "") : port;

/**
 * Parses the URL of an outgoing request. Throws `EgressError` `bad_url` unless it is http or https without
 * user name and password. Parsing normalizes IPv4 written in decimal, octal or hexadecimal, so that the check
 * sees the address that the socket would use.
 */
export function parseTarget(url: string | URL): URL {
  const text = String(url);
  if (text.length > MAX_URL_CHARS || !URL.canParse(text)) throw new EgressError("bad_url");
  const target = new URL(text);
  const isHttp = target.protocol === "http:" || target.protocol === "https:";
  if (!isHttp || target.username !== "" || target.password !== "" || target.hostname === "")
    throw new EgressError("bad_url");
  return target;
}

/**
 * Whether a list of `host` and `host:port` entries (lower case, IPv6 in brackets) contains this host. Matches
 * are exact, without wildcards or parent domains, so that an entry permits only what it names.
 */
export function isListed(list: readonly string[], hostname: string, port: string): boolean {
  const host = hostname.toLowerCase();
  return list.includes(host) || list.includes(`${host}:${port}`);
}
