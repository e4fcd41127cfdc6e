import { z } from "zod";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Expectation } from "@/lib/agents/providers/schema";
import type { LineMessage } from "./session/line";

export { RECONNECT_MS, SUBPROTOCOL } from "./values";

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

/** The spoken form of a variable's value, by type. */
export const KIND_OF: Readonly<Record<AgentConfig["variables"][number]["type"], Expectation["kind"]>> = {
  string: "text",
  number: "number",
  boolean: "yes_no",
  date: "date",
  time: "time",
  phone: "phone",
  email: "email",
  choice: "choice",
};

/** How the built-in transcriber takes an answer: `whole`, `spelled` letter by letter, or a few set `phrases`. */
export const HEARS: Readonly<Record<Expectation["kind"], "whole" | "spelled" | "phrases">> = {
  yes_no: "whole",
  digits: "whole",
  number: "whole",
  date: "whole",
  time: "whole",
  phone: "whole",
  choice: "whole",
  email: "spelled",
  text: "spelled",
  open: "phrases",
};

/**
 * How callers can answer a variable with the built-in transcriber. `keypad`: on the keypad first, as spoken digits
 * are often misheard; `confirmed`: spoken and read back; `provider`: not without a speech provider.
 */
export function builtinSupport({
  type,
  digits,
}: Pick<AgentConfig["variables"][number], "type" | "digits">):
  | "spoken"
  | "keypad"
  | "confirmed"
  | "provider" {
  if (type === "phone" || (type === "string" && digits !== null)) return "keypad";
  if (type === "string" || type === "email") return "provider";
  return type === "boolean" || type === "choice" ? "spoken" : "confirmed";
}

/** Whether it is the only language of the built-in transcriber and voices. */
export const isEnglish = (language: string): boolean => /^en\b/i.test(language);

/** The voices that can be listened to without an account. */
export const SampleVoice = z.strictObject({
  voice: z.enum(["builtin:slt", "builtin:rms", "builtin:awb"]).default("builtin:slt"),
});
export type SampleVoice = z.output<typeof SampleVoice>;
