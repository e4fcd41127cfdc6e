import type { Transcription } from "./speech-port";

/** For providers that state no confidence: their words count as what was said. */
const CONFIDENCE = 0.9;

/** The transcription of a provider that states no confidence. */
export function unratedTranscription(words: string): Transcription {
  const text = words.trim();
  return { text, confidence: text === "" ? 0 : CONFIDENCE, understood: text !== "" };
}
