import { isIPv6 } from "node:net";
import { URI } from "sip.js/lib/core/index.js";

/**
 * A URI of a user at a trunk. Left out: characters of the host that could end the URI or the line, and characters of the
 * user that the core does not escape, or cannot parse in a response.
 */
export function createUri(user: string, host: string, port: number | null, transport?: string): URI {
  const parameters = transport ? { transport } : {};
  const name = host.replaceAll(/[^A-Za-z0-9.\-_:[\]]/g, "");
  const safeHost = isIPv6(name) ? `[${name}]` : name;
  const safeUser = encodeURIComponent(user.toWellFormed().replaceAll(/[\p{C}?:/]/gu, ""));
  return new URI("sip", safeUser, safeHost, port ?? undefined, parameters);
}
