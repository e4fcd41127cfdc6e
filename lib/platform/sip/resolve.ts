import { lookup, resolveNaptr, resolveSrv } from "node:dns/promises";
import { isIP } from "node:net";
import { withTimeout } from "../with-timeout";
import type { SipDns, SipTransport } from "./types";

/** Records of a name that are read; more are ignored. */
const MAX_RECORDS = 20;
const DEFAULT_PORTS = { tls: 5061, tcp: 5060 } as const;

export type SipTarget = { host: string; port: number | null; transport: SipTransport };
export type ResolvedAddress = { address: string; port: number };

/** A record does not exist: the next step of RFC 3263 applies. Every failure else is thrown. */
async function orEmpty<T>(query: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return (await query).slice(0, MAX_RECORDS);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENODATA" || code === "ENOTFOUND" || code === "ENOTIMP" || code === "EREFUSED") return [];
    throw error;
  }
}

/** Queries the resolver of the system. `/etc/hosts` applies to addresses. */
export const SYSTEM_DNS: SipDns = {
  naptr: (name) => orEmpty(resolveNaptr(name)),
  srv: (name) => orEmpty(resolveSrv(name)),
  addresses: async (name) =>
    (await orEmpty(lookup(name, { all: true, verbatim: true }))).map(({ address }) => address),
};

/** SRV records in the order of RFC 2782: by priority, and at random by weight among equals. */
export function orderServices<T extends { priority: number; weight: number }>(
  records: readonly T[],
  random: () => number = Math.random,
): T[] {
  const pending = [...records].sort((a, b) => a.priority - b.priority || a.weight - b.weight);
  const ordered: T[] = [];
  while (pending.length > 0) {
    const group = pending.filter(({ priority }) => priority === pending[0]?.priority);
    const point = random() * group.reduce((sum, { weight }) => sum + weight, 0);
    let sum = 0;
    const service = group.find(({ weight }) => {
      sum += weight;
      return sum >= point;
    });
    if (!service) break;
    ordered.push(service);
    pending.splice(pending.indexOf(service), 1);
  }
  return ordered;
}

async function findServiceName(host: string, transport: SipTransport, dns: SipDns): Promise<string> {
  const service = transport === "tls" ? "SIPS+D2T" : "SIP+D2T";
  const [best] = [...(await dns.naptr(host))]
    .filter((record) => record.service.toUpperCase() === service && record.flags.toLowerCase() === "s")
    .sort((a, b) => a.order - b.order || a.preference - b.preference);
  return best?.replacement || `${transport === "tls" ? "_sips" : "_sip"}._tcp.${host}`;
}

async function resolve({ host, port, transport }: SipTarget, dns: SipDns): Promise<ResolvedAddress[]> {
  const name = host.replaceAll(/[[\]]/g, "");
  const defaultPort = DEFAULT_PORTS[transport];
  if (isIP(name)) return [{ address: name, port: port ?? defaultPort }];
  const resolveHost = async (hostName: string, hostPort: number) =>
    (await dns.addresses(hostName)).map((address) => ({ address, port: hostPort }));
  if (port !== null) return resolveHost(name, port);
  const services = await dns.srv(await findServiceName(name, transport, dns));
  // A single record "." means that the service is not offered (RFC 2782).
  if (services.length === 1 && services[0]?.name === "") return [];
  if (services.length === 0) return resolveHost(name, defaultPort);
  const lists = await Promise.all(
    orderServices(services).map((record) => resolveHost(record.name, record.port)),
  );
  return lists.flat();
}

/** The addresses of a peer, in the order to try (RFC 3263). Rejects after `timeoutMs`, or if a query fails. */
export function resolveTarget(target: SipTarget, dns: SipDns, timeoutMs: number): Promise<ResolvedAddress[]> {
  return withTimeout(resolve(target, dns), timeoutMs, () => {
    throw new Error("DNS timeout");
  });
}
