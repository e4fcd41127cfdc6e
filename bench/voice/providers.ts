import { FRAME_MS, FRAME_SAMPLES, rms } from "@/lib/platform/audio";
import type { Providers } from "@/lib/voice/providers";
import { wallMs } from "./wire";

/** Louder than a line that is still. */
const LOUD = 0.02;
/** Sound for each character, about as fast as people speak. */
const CHAR_MS = 60;

/** Providers that answer at once, so that what is left is our own. `finished` is told when an utterance is over. */
export function instant(finished: (atMs: number) => void, speakMs = 0): Providers {
  const frame = new Int16Array(FRAME_SAMPLES).map((_, i) => (i % 2 === 0 ? 3_000 : -3_000));
  return {
    vad: async () => ({
      push: async (samples) => (rms(samples) > LOUD ? 0.99 : 0.01),
      close: () => undefined,
    }),
    transcriber: {
      name: "instant",
      begin: ({ kind }) => ({
        push: () => undefined,
        async finish() {
          finished(wallMs());
          return { text: kind === "yes_no" ? "yes" : "four", confidence: 1, understood: true };
        },
        abort: () => undefined,
      }),
      close: () => undefined,
    },
    synthesizer: {
      name: "instant",
      async *speak(text, _, signal) {
        if (speakMs > 0) await new Promise((resolve) => setTimeout(resolve, speakMs));
        const frames = Math.max(1, Math.round((text.length * CHAR_MS) / FRAME_MS));
        for (let i = 0; i < frames && !signal.aborted; i++) yield frame;
      },
      close: () => undefined,
    },
  };
}
