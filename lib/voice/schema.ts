import { z } from "zod";
import type { Told } from "./session/line";

/** The subprotocol that both sides speak (docs/voice.md); the one behind it is the token. */
export const SUBPROTOCOL = "parley.voice.v1";

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

/** How long a call waits for a connection that was lost, in milliseconds (docs/voice.md). */
export const RECONNECT_MS = 10_000;
