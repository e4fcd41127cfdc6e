import type { TranscriberOffer, Voice } from "./schema";

const builtin = (name: string, label: string, language: string, description: string): Voice => ({
  id: `builtin:${name}`,
  name: label,
  provider: "builtin",
  language,
  description,
  zero_retention: true,
});

/** Voices that need no account: CMU Flite, in the product's own processes. */
export const VOICES: readonly Voice[] = [
  builtin("slt", "SLT", "en-US", "Female, American English."),
  builtin("rms", "RMS", "en-US", "Male, American English."),
  builtin("awb", "AWB", "en-GB", "Male, Scottish English."),
];

/**
 * Transcribers that need no account: grammars of the question that the agent asks, in the product's own
 * processes.
 */
export const TRANSCRIBERS: readonly TranscriberOffer[] = [
  {
    id: "builtin:grammar",
    name: "Built in",
    provider: "builtin",
    description:
      "Understands short answers in English to what the agent asks for. It does not transcribe free speech, and needs no account.",
    zero_retention: true,
    languages: ["en"],
    streaming: true,
  },
];

/** Whether a provider of the product offers this voice. */
export const isKnownVoice = (id: string): boolean => VOICES.some((voice) => voice.id === id);
