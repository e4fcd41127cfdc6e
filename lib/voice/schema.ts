import { z } from "zod";
import type { LineMessage } from "./session/line";
import { SAMPLE_VOICES } from "./values";

export { builtinSupport, HEARS, isEnglish, KIND_OF, RECONNECT_MS, SUBPROTOCOL } from "./values";

/** A browser's messages beside the audio. */
export const BrowserMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("key"), key: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal("mute"), muted: z.boolean() }),
  z.strictObject({ type: z.literal("hang_up") }),
]);
export type BrowserMessage = z.output<typeof BrowserMessage>;

/** Messages to a browser beside the audio. */
export type Message =
  | LineMessage
  /** First of all. `resume`: the token of the next connection, should this one be lost; null for a member who joins a call. */
  | { type: "ready"; call_id: string; resume: string | null; resumed: boolean }
  /** For a member who takes over a call or listens to it (docs/voice.md). */
  | { type: "member"; state: "waiting" | "connected"; is_recorded: boolean }
  | { type: "refused"; reason: string }
  /** Discard unplayed audio: the agent was interrupted. */
  | { type: "clear" }
  | { type: "ended"; reason: string }
  | { type: "error"; code: "bad_frame" | "bad_message" | "too_fast"; message: string };

/** The voices that can be listened to without an account. */
export const SampleVoice = z.strictObject({
  voice: z.enum(SAMPLE_VOICES).default("builtin:slt"),
});
export type SampleVoice = z.output<typeof SampleVoice>;
