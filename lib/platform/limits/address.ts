import ipaddr from "ipaddr.js";

/** Prefix length of an IPv6 limit: the smallest network that a site is assigned (RFC 6177). */
const IPV6_NETWORK_BITS = 64;
/** The key of requests without a known address, which share one window. */
const UNKNOWN = "unknown";

/** `1.2.3.4`, `1.2.3.4:443`, `2001:db8::1`, `[2001:db8::1]:443` as an address in its one form; null for anything else. */
function parse(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
  const [zoneless = ""] = bare.split("%", 1);
  const whole = ipaddr.IPv4.isValidFourPartDecimal(zoneless) || ipaddr.IPv6.isValid(zoneless);
  return whole ? ipaddr.process(zoneless).toString() : null;
}

/**
 * Returns the client's address, or null without one. `trusted` is the number of proxies in front of the
 * server (`TRUST_PROXY`). Each appends its peer's address to `X-Forwarded-For`; entries further left come
 * from the client. With 0, only the connection's peer is trusted. If there are fewer entries than proxies, or
 * one is invalid, the last address from a trusted proxy is used.
 */
export function clientAddress(
  headers: { get(name: string): string | null },
  peer: string | null,
  trusted: number,
): string | null {
  const forwarded = trusted === 0 ? "" : (headers.get("x-forwarded-for") ?? "");
  // From the nearest hop outwards, each as the hop before it saw it.
  const hops = forwarded.split(",").slice(-trusted).reverse();
  let address = peer === null ? null : parse(peer);
  for (const hop of forwarded === "" ? [] : hops) {
    const hopAddress = parse(hop.trim());
    if (hopAddress === null) break;
    address = hopAddress;
  }
  return address;
}

/** The limited unit of an address: itself, or its /64 network in IPv6, which one client controls. */
export function addressKey(address: string | null): string {
  const plain = address === null ? null : parse(address);
  if (plain === null) return UNKNOWN;
  const ip = ipaddr.parse(plain);
  if (ip instanceof ipaddr.IPv4) return plain;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${IPV6_NETWORK_BITS}`)}/${IPV6_NETWORK_BITS}`;
}
