import ipaddr from "ipaddr.js";

/**
 * Normalizes an address or a network in CIDR notation; null for anything else. Bits after the prefix are
 * cleared. A single address becomes a network of one address. `::ffff:203.0.113.7` becomes the IPv4 address
 * that it maps.
 */
export function normalizeNetwork(text: string): string | null {
  const [address = "", bits, ...more] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || address.includes("%") || more.length > 0) return null;
  if (bits === undefined) {
    const ip = ipaddr.process(address);
    return `${ip.toString()}/${ip.kind() === "ipv4" ? 32 : 128}`;
  }
  const parsed = ipaddr.parse(address);
  const max = parsed.kind() === "ipv4" ? 32 : 128;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > max) return null;
  const cidr = `${parsed.toString()}/${Number(bits)}`;
  const network =
    parsed instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${Number(bits)}`;
}

/** Whether an address is in one of these networks. An unknown address (null) is in none. */
export function isInNetworks(address: string | null, networks: readonly string[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === ip.kind() && ip.match([base, bits] as never);
  });
}
