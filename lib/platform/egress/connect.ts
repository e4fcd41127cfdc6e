import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isInternalAddress, literalAddress } from "./address";
import { EgressError } from "./errors";
import { isListed, portOf } from "./url";

/** Resolves all current addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Time to connect. TCP and TLS to a distant server take well under two seconds; a slower one is not
 * responding.
 */
const CONNECT_TIMEOUT_MS = 10_000;

export type Guard = { readonly allowedHosts: readonly string[]; readonly resolve: Resolve };

/**
 * Resolves the addresses of a host and checks them. Throws `EgressError` `refused_address` if any of them is
 * internal, even if another is public: such a name is an attack. The operator's allow-list permits a host.
 */
export async function resolveAllowedAddresses(
  guard: Guard,
  hostname: string,
  port: string,
): Promise<readonly string[]> {
  const literal = literalAddress(hostname);
  const addresses = literal === null ? await guard.resolve(hostname) : [literal];
  if (addresses.length === 0) throw new EgressError("network");
  const refused = !isListed(guard.allowedHosts, hostname, port) && addresses.some(isInternalAddress);
  if (refused) throw new EgressError("refused_address");
  return addresses;
}

/** TLS options of HTTP and WebSocket connections: TLS 1.0 and 1.1 are deprecated (RFC 8996). */
export const TLS = { minVersion: "TLSv1.2" } as const;

/** Throws `not_encrypted` for an unencrypted connection, unless the operator's list permits the host. */
export function requireEncryption(guard: Guard, protocol: string, hostname: string, port: string): void {
  const isSafe = protocol === "https:" || protocol === "wss:";
  if (!isSafe && !isListed(guard.allowedHosts, hostname, port)) throw new EgressError("not_encrypted");
}

/**
 * A connector that resolves and checks the host at each connection and passes exactly the checked addresses
 * to the socket. There is no second lookup, so a name whose address changes (DNS rebinding) cannot bypass the
 * check.
 */
export function guardedConnector(guard: Guard): buildConnector.connector {
  return (options, callback) => {
    // undici passes IPv6 literals without brackets; the operator's list has brackets, as in URLs.
    const hostname = options.hostname.includes(":") ? `[${options.hostname}]` : options.hostname;
    const port = portOf(options.protocol, options.port);
    resolveAllowedAddresses(guard, hostname, port)
      .then((addresses) => {
        requireEncryption(guard, options.protocol, hostname, port);
        return addresses;
      })
      .then(
        (addresses) =>
          buildConnector({ ...TLS, timeout: CONNECT_TIMEOUT_MS, lookup: fixedLookup(addresses) })(
            options,
            callback,
          ),
        (error: unknown) =>
          callback(error instanceof EgressError ? error : new EgressError("network", error), null),
      );
  };
}

/** A lookup that knows no other addresses than the checked ones. */
export function fixedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
