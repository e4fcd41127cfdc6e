import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isInside, literalAddress } from "./address";
import { EgressError } from "./errors";
import { isListed, portOf } from "./url";

/** All addresses of a name, as the system resolves it now. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** TCP and TLS of a distant server take well under a second or two; a slower one is a dead one. */
const CONNECT_TIMEOUT_MS = 10_000;

export type Guard = { readonly allowedHosts: readonly string[]; readonly resolve: Resolve };

/**
 * The addresses of a host that may be connected to. Throws `EgressError` `refused_address` if one of them leads
 * inside, even if another does not: a name with both is an attempt to get in. The operator's list lets a host pass.
 */
export async function checkedAddresses(
  guard: Guard,
  hostname: string,
  port: string,
): Promise<readonly string[]> {
  const literal = literalAddress(hostname);
  const addresses = literal === null ? await guard.resolve(hostname) : [literal];
  if (addresses.length === 0) throw new EgressError("network");
  const refused = !isListed(guard.allowedHosts, hostname, port) && addresses.some(isInside);
  if (refused) throw new EgressError("refused_address");
  return addresses;
}

/** Of both ways out: TLS 1.0 and 1.1 are no protection any more (RFC 8996). */
export const TLS = { minVersion: "TLSv1.2" } as const;

/** Throws `not_encrypted` for what would go in the clear, unless the operator's list lets the host pass. */
export function requireEncryption(guard: Guard, protocol: string, hostname: string, port: string): void {
  const isSafe = protocol === "https:" || protocol === "wss:";
  if (!isSafe && !isListed(guard.allowedHosts, hostname, port)) throw new EgressError("not_encrypted");
}

/**
 * A connector that resolves and checks at each connect, and hands exactly the checked addresses to the socket: it
 * makes no second lookup, so a name that answers differently the next time (rebinding) gains nothing.
 */
export function guardedConnector(guard: Guard): buildConnector.connector {
  return (options, callback) => {
    // undici gives IPv6 literals without brackets; the operator's list has them as URLs do.
    const hostname = options.hostname.includes(":") ? `[${options.hostname}]` : options.hostname;
    const port = portOf(options.protocol, options.port);
    checkedAddresses(guard, hostname, port)
      .then((addresses) => {
        requireEncryption(guard, options.protocol, hostname, port);
        return addresses;
      })
      .then(
        (addresses) =>
          buildConnector({ ...TLS, timeout: CONNECT_TIMEOUT_MS, lookup: answerWith(addresses) })(
            options,
            callback,
          ),
        (error: unknown) =>
          callback(error instanceof EgressError ? error : new EgressError("network", error), null),
      );
  };
}

/** A lookup that knows no other addresses than the checked ones. */
export function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
