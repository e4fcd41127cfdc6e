import { z } from "zod";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Expectation } from "./providers/port";
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

/** What a variable's value sounds like, by its type. */
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

/** Whether it is the only language of the built-in transcriber and voices. */
export const isEnglish = (language: string): boolean => /^en\b/i.test(language);

/** The voices that can be listened to without an account. */
export const SampleVoice = z.strictObject({
  voice: z.enum(["builtin:slt", "builtin:rms", "builtin:awb"]).default("builtin:slt"),
});
export type SampleVoice = z.output<typeof SampleVoice>;
