import ipaddr from "ipaddr.js";

/** Global unicast, the only block from which public IPv6 addresses are given out (RFC 4291, IANA registry). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
/** Forms of IPv6 that carry an IPv4 address in their last 32 bits and reach it: judged by that address. */
const CARRIERS_OF_IPV4 = ["::ffff:0:0/96", "64:ff9b::/96"].map(
  (block) => ipaddr.parseCIDR(block) as [ipaddr.IPv6, number],
);

/**
 * Whether an IP address must not be connected to: everything that is not public unicast. That covers private,
 * loopback, link-local (with the clouds' metadata address), unique-local, CGNAT, multicast, broadcast, reserved,
 * documentation and unspecified addresses, and IPv6 forms that wrap an IPv4 address: the mapped form and NAT64
 * (RFC 6052) are judged by what they wrap, since networks with NAT64 name public hosts so; 6to4, Teredo, the
 * compatible and the translated forms are refused outright. What cannot be parsed is refused.
 */
export function isInside(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const ip = ipaddr.parse(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() !== "unicast";
  for (const block of CARRIERS_OF_IPV4) {
    if (ip.match(block)) return isInside(ip.toByteArray().slice(-4).join("."));
  }
  return !ip.match(GLOBAL_UNICAST) || ip.range() !== "unicast";
}

/** The IP address that a URL's host spells out, without the brackets of IPv6; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}
