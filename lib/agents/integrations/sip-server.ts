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

const RANGE = /^([0-9]{1,5})(?:-([0-9]{1,5}))?$/;

/** Whether the port of a list entry, `5061` or `5060-5090`, contains a port. */
function hasPort(text: string, port: number): boolean {
  const [, first, last = first] = RANGE.exec(text) ?? [];
  return first !== undefined && port >= Number(first) && port <= Number(last);
}

/**
 * Whether the operator's list (TOOL_ALLOWED_HOSTS) has a SIP server. An entry permits its port or ports (`10.0.0.5:5061`,
 * `10.0.0.5:5060-5090`), and an entry without one the ports of SIP alone: a trunk must not reach other services of the host.
 */
export function isSipServerListed(list: readonly string[], host: string, port: number): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, "");
  const name = bare.includes(":") ? `[${bare}]` : bare;
  if (Object.values(DEFAULT_PORTS).includes(port) && list.includes(name)) return true;
  return list.some((entry) => entry.startsWith(`${name}:`) && hasPort(entry.slice(name.length + 1), port));
}
