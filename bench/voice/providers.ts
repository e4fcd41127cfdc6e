import { setTimeout as pause } from "node:timers/promises";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio";
import type { Providers } from "@/lib/voice/providers";
import { drawDelayMs } from "./published-delays";
import { type Utterance, wallMs } from "./wire";

/** Sound for each character, about as fast as people speak. */
const CHAR_MS = 60;

/** Samples of a period of 1 kHz, which passes the filters of a codec of telephones. */
const PERIOD = 16;
const frame = new Int16Array(FRAME_SAMPLES).map((_, i) => (i % PERIOD < PERIOD / 2 ? 3_000 : -3_000));
async function* speech(text: string, signal: AbortSignal) {
  const frames = Math.max(1, Math.round((text.length * CHAR_MS) / FRAME_MS));
  for (let i = 0; i < frames && !signal.aborted; i++) yield frame;
}

type Vad = Pick<Providers, "vad">;

/**
 * Providers that answer at once, so that what is left is our own, with the product's detector of speech. `finished` is told when
 * an utterance is over.
 */
export function instant({ vad }: Vad, finished: (atMs: number) => void, speakMs = 0): Providers {
  return {
    vad,
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
        if (speakMs > 0) await pause(speakMs);
        yield* speech(text, signal);
      },
      close: () => undefined,
    },
  };
}

/** Interim words come after this much speech. */
const INTERIM_MS = 300;
const LETTERS = "bcdfghjklmnpqrstvwxz";
const createWord = (): string =>
  Array.from({ length: 8 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join("");

/** Providers with published delays, and the product's detector of speech. Each utterance is a sentence with a new word, by which its request is recognized. */
export function published({ vad }: Vad, note: (utterance: Utterance) => void): Providers {
  let latest: Utterance | null = null;
  return {
    vad,
    transcriber: {
      name: "published",
      begin(_, { partial }, signal) {
        const word = createWord();
        const text = `We would like the ${word}.`;
        const timer = setTimeout(() => partial?.(text), INTERIM_MS);
        signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
        return {
          push: () => undefined,
          async finish() {
            const transcriberMs = drawDelayMs("transcriber");
            latest = { word, finishedMs: wallMs(), transcriberMs, voiceMs: 0 };
            note(latest);
            await pause(transcriberMs);
            return { text, confidence: 1, understood: true };
          },
          abort: () => clearTimeout(timer),
        };
      },
      close: () => undefined,
    },
    synthesizer: {
      name: "published",
      async *speak(text, _, signal) {
        const voiceMs = drawDelayMs("voice");
        if (latest?.voiceMs === 0) latest.voiceMs = voiceMs;
        await pause(voiceMs);
        yield* speech(text, signal);
      },
      close: () => undefined,
    },
  };
}
