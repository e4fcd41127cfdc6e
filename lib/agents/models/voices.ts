import type { Model, Voice } from "./schema";

const builtin = (name: string, label: string, language: string, description: string): Voice => ({
  id: `builtin:${name}`,
  name: label,
  provider: "builtin",
  language,
  description,
  zero_retention: true,
});

/** The voices that work without an account: those of CMU Flite, spoken in the product's own processes. */
export const VOICES: readonly Voice[] = [
  builtin("slt", "SLT", "en-US", "Female, American English."),
  builtin("rms", "RMS", "en-US", "Male, American English."),
  builtin("awb", "AWB", "en-GB", "Male, Scottish English."),
];

/** What hears without an account: grammars of what the agent is asking for, in the product's own processes. */
export const TRANSCRIBERS: readonly Model[] = [
  {
    id: "builtin:grammar",
    name: "Built in",
    provider: "builtin",
    description:
      "Understands short answers in English to what the agent asks for. It is no dictation, and needs no account.",
    zero_retention: true,
  },
];

/** Whether some provider offers this voice. */
export const isKnownVoice = (id: string): boolean => VOICES.some((voice) => voice.id === id);
