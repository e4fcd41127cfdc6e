import { isSipServerListed } from "@/lib/agents/integrations";
import { isInternalAddress } from "@/lib/platform/egress/address";
import { env } from "@/lib/platform/env";

/** Ports below are those of a host's services; RTP uses none of them (RFC 3551 section 8). */
const FIRST_MEDIA_PORT = 1_024;

/** Writes a host as in the operator's list: IPv6 in brackets. */
const listName = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/**
 * Whether a SIP connection may be made to an address that a host has. Addresses inside the network are allowed only if the
 * operator has listed the host or the address (TOOL_ALLOWED_HOSTS): a PBX often stands there, and a tenant must not reach
 * other machines, or other services of the PBX, by a trunk.
 */
export const isTrunkAddressAllowed = (
  address: string,
  { host, port }: { host: string; port: number },
  list: readonly string[] = env.TOOL_ALLOWED_HOSTS,
): boolean =>
  !isInternalAddress(address) || [address, host].some((name) => isSipServerListed(list, name, port));

/**
 * Whether audio may be sent to an address. Inside the network, the operator has listed the address, with any port or none:
 * ports of audio are chosen for each call.
 */
export const isMediaAddressAllowed = (
  address: string,
  port: number,
  list: readonly string[] = env.TOOL_ALLOWED_HOSTS,
): boolean => {
  if (!isInternalAddress(address)) return true;
  const name = listName(address);
  return port >= FIRST_MEDIA_PORT && list.some((entry) => entry === name || entry.startsWith(`${name}:`));
};
