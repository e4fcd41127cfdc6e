import { expect } from "vitest";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import type { Expectation, Synthesizer, Transcriber, Transcription } from "../speech-port";

const never = new AbortController().signal;
const OPEN: Expectation = { kind: "open", language: "en-US" };
const VOICE = new Int16Array(FRAME_SAMPLES).fill(1_000);

/** Speaks a sentence by a provider's voice; returns its frames. */
export async function framesOf(
  synthesizer: Synthesizer,
  voice: string,
  signal = never,
): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of synthesizer.speak("Hello.", voice, signal)) frames.push(frame);
  return frames;
}

/** Transcribes an utterance of this many frames. */
export function transcribe(
  transcriber: Transcriber,
  { expectation = OPEN, frames = 50, partial }: TrialOptions = {},
): Promise<Transcription> {
  const utterance = transcriber.begin(expectation, partial ? { partial } : {}, never);
  for (let n = 0; n < frames; n++) utterance.push(VOICE);
  return utterance.finish();
}
type TrialOptions = { expectation?: Expectation; frames?: number; partial?: (text: string) => void };

/** Stand for the built-in voice and transcriber, which answer at once. */
export const FALLBACK_SYNTHESIZER: Synthesizer = {
  name: "builtin",
  async *speak() {
    yield VOICE;
  },
  close() {},
};
export const FALLBACK_TRANSCRIBER: Transcriber = {
  name: "builtin",
  begin() {
    let frames = 0;
    return {
      push: () => void frames++,
      finish: async () => ({ text: `${frames} frames`, confidence: 1, understood: true }),
      abort() {},
    };
  },
  close() {},
};

/** Limits for tests in which the provider answers, as an answer takes its time on a busy machine. */
export const PATIENT_SPEECH_LIMITS = {
  firstAudioMs: 8_000,
  firstByteMs: 8_000,
  idleMs: 8_000,
  timeoutMs: 9_000,
  maxBytes: 1_000_000,
};
export const PATIENT_WORDS_LIMITS = { openMs: 8_000, wordsMs: 8_000, maxBytes: 100_000 };

/** Returns the error with which the work fails. Fails the test if the work succeeds. */
export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: Error) => error,
  );
