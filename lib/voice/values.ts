/** The subprotocol that both sides speak (docs/voice.md); the one behind it is the token. */
export const SUBPROTOCOL = "parley.voice.v1";

/** How long a call waits for a connection that was lost, in milliseconds (docs/voice.md). */
export const RECONNECT_MS = 10_000;

/** The spoken form of a variable's value, by type. */
export const KIND_OF = {
  string: "text",
  number: "number",
  boolean: "yes_no",
  date: "date",
  time: "time",
  phone: "phone",
  email: "email",
  choice: "choice",
} as const;

/** How the built-in transcriber takes an answer: `whole`, `spelled` letter by letter, or a few set `phrases`. */
export const HEARS = {
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
} as const;

/**
 * How callers can answer a variable with the built-in transcriber. `keypad`: on the keypad first, as spoken digits
 * are often misheard; `confirmed`: spoken and read back; `provider`: not without a speech provider.
 */
export function builtinSupport({
  type,
  digits,
}: {
  type: keyof typeof KIND_OF;
  digits: object | null;
}): "spoken" | "keypad" | "confirmed" | "provider" {
  if (type === "phone" || (type === "string" && digits !== null)) return "keypad";
  if (type === "string" || type === "email") return "provider";
  return type === "boolean" || type === "choice" ? "spoken" : "confirmed";
}

/** Whether it is the only language of the built-in transcriber and voices. */
export const isEnglish = (language: string): boolean => /^en\b/i.test(language);

/** The voices that can be listened to without an account. */
export const SAMPLE_VOICES = ["builtin:slt", "builtin:rms", "builtin:awb"] as const;
