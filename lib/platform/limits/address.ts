import ipaddr from "ipaddr.js";

/** What the limit of one person's network covers in IPv6: the smallest network that a site is given (RFC 6177). */
const IPV6_NETWORK_BITS = 64;
/** The key of a request whose address nobody knows: all of them share one window. */
const UNKNOWN = "unknown";

/** `1.2.3.4`, `1.2.3.4:443`, `2001:db8::1`, `[2001:db8::1]:443` as an address in its one form; null for anything else. */
function parse(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
  const [zoneless = ""] = bare.split("%", 1);
  const whole = ipaddr.IPv4.isValidFourPartDecimal(zoneless) || ipaddr.IPv6.isValid(zoneless);
  return whole ? ipaddr.process(zoneless).toString() : null;
}

/**
 * The client's address, or null where there is none. `trusted` is the number of proxies in front of the server
 * (`TRUST_PROXY`): each has added the address it was reached from at the right of `X-Forwarded-For`, and what stands
 * further left is whatever the client sent. 0 believes the connection's own peer alone. Where fewer addresses came
 * than there should be proxies, or one is no address, the nearest that a trusted proxy has added is taken.
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
    const seen = parse(hop.trim());
    if (seen === null) break;
    address = seen;
  }
  return address;
}

/** What an address is limited by: itself, or its /64 network in IPv6, of which one client has every address. */
export function addressKey(address: string | null): string {
  const plain = address === null ? null : parse(address);
  if (plain === null) return UNKNOWN;
  const ip = ipaddr.parse(plain);
  if (ip instanceof ipaddr.IPv4) return plain;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${IPV6_NETWORK_BITS}`)}/${IPV6_NETWORK_BITS}`;
}
