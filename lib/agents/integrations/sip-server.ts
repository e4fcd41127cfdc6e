import type { SipTransport } from "@/lib/platform/sip";

/** RFC 3261, 19.1.2. */
const DEFAULT_PORTS: Record<SipTransport, number> = { tls: 5_061, tcp: 5_060 };
const PORT = /:([0-9]{1,5})$/;

/** Splits a trunk's server: `sip.example.com:5071` or `[2001:db8::1]`. The port is null if there is none. */
export function parseSipServer(server: string): { host: string; port: number | null } {
  const port = PORT.exec(server.replace(/^\[[^\]]*\]/, ""))?.[1];
  const host = port === undefined ? server : server.slice(0, -(port.length + 1));
  return { host: host.replace(/^\[|\]$/g, ""), port: port === undefined ? null : Number(port) };
}

/** Returns `host:port` of a trunk's server, with the transport's default port if it has none. */
export function sipAuthority(server: string, transport: SipTransport): string {
  const { host, port } = parseSipServer(server);
  return `${host.includes(":") ? `[${host}]` : host}:${port ?? DEFAULT_PORTS[transport]}`;
}

/**
 * Whether the operator's list (TOOL_ALLOWED_HOSTS) has a SIP server. An entry with a port permits that port, and an entry
 * without one the ports of SIP alone: a trunk must not reach other services of the host.
 */
export function isSipServerListed(list: readonly string[], host: string, port: number): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, "");
  const name = bare.includes(":") ? `[${bare}]` : bare;
  const isSipPort = Object.values(DEFAULT_PORTS).includes(port);
  return list.includes(`${name}:${port}`) || (isSipPort && list.includes(name));
}
