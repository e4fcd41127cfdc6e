import type { IncomingMessage } from "node:http";
import { SUBPROTOCOL } from "../../schema";

/** A second of sound is 32,000 bytes; who sends more in one message does not send as it is spoken. */
export const MAX_MESSAGE = 16_384;
/** Tokens are about 150 characters. */
const MAX_TOKEN = 512;

/** The token that comes with a handshake, or null where it is none of ours. */
export function tokenOf({ headers }: IncomingMessage): string | null {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  const [protocol, token, ...extra] = offered;
  if (protocol !== SUBPROTOCOL || token === undefined || extra.length > 0) return null;
  return token !== "" && token.length <= MAX_TOKEN ? token : null;
}
