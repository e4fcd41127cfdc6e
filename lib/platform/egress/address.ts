import ipaddr from "ipaddr.js";

/** Global unicast, the only block from which public IPv6 addresses are assigned (RFC 4291, IANA registry). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
/**
 * IPv6 blocks that embed an IPv4 address in their last 32 bits and reach it. The embedded address decides.
 */
const IPV4_EMBEDDING_BLOCKS = ["::ffff:0:0/96", "64:ff9b::/96"].map(
  (block) => ipaddr.parseCIDR(block) as [ipaddr.IPv6, number],
);

/**
 * Whether connections to an IP address are forbidden: every address that is not public unicast. That covers
 * private, loopback, link-local (with the clouds' metadata address), unique-local, CGNAT, multicast,
 * broadcast, reserved, documentation and unspecified addresses. IPv6 addresses that embed an IPv4 address:
 * the mapped form and NAT64 (RFC 6052) are judged by the embedded address, since networks with NAT64 address
 * public hosts that way; 6to4, Teredo, the compatible and the translated forms are always forbidden. So is
 * any text that cannot be parsed.
 */
export function isInternalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const ip = ipaddr.parse(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() !== "unicast";
  for (const block of IPV4_EMBEDDING_BLOCKS) {
    if (ip.match(block)) return isInternalAddress(ip.toByteArray().slice(-4).join("."));
  }
  return !ip.match(GLOBAL_UNICAST) || ip.range() !== "unicast";
}

/** The IP address in a URL's host, without the brackets of IPv6; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}
