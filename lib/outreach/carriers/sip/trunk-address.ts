import { isInternalAddress } from "@/lib/platform/egress/address";
import { env } from "@/lib/platform/env";

/**
 * Whether SIP and media may be exchanged with an address. Addresses inside the network are allowed only if the operator has
 * listed them (TOOL_ALLOWED_HOSTS, with or without a port): a PBX often stands there, and a tenant must not reach other
 * machines by a trunk.
 */
export const isTrunkAddressAllowed = (address: string): boolean =>
  !isInternalAddress(address) ||
  env.TOOL_ALLOWED_HOSTS.some((host) => host === address || host.startsWith(`${address}:`));
