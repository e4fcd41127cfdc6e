import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Told } from "../../session/line";

/** The subprotocol that both sides speak (docs/voice.md); the one behind it is the token. */
export const SUBPROTOCOL = "parley.voice.v1";

/** A second of sound is 32,000 octets; who sends more in one message does not send as it is spoken. */
export const MAX_MESSAGE = 16_384;
/** Tokens are about 150 characters. */
const MAX_TOKEN = 512;

/** What a browser may say beside the sound. */
export const Said = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("key"), key: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal("mute"), muted: z.boolean() }),
  z.strictObject({ type: z.literal("hang_up") }),
]);
export type Said = z.output<typeof Said>;

/** What a browser is told beside the sound. */
export type Message =
  | Told
  /** First of all. `resume`: the token of the next connection, should this one be lost. */
  | { type: "ready"; call_id: string; resume: string; resumed: boolean }
  /** What was sent and not played yet is void: the agent was interrupted. */
  | { type: "clear" }
  | { type: "ended"; reason: string }
  | { type: "error"; code: "bad_frame" | "bad_message" | "too_fast"; message: string };

/** The token that comes with a handshake, or null where it is none of ours. */
export function tokenOf({ headers }: IncomingMessage): string | null {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  const [protocol, token, ...rest] = offered;
  if (protocol !== SUBPROTOCOL || token === undefined || rest.length > 0) return null;
  return token !== "" && token.length <= MAX_TOKEN ? token : null;
}
