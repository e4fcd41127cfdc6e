import { FRAME_MS, FRAME_SAMPLES } from "../audio/frame";
import { type Expectation, type Heard, ProviderFailure, type Providers } from "../providers/port";

/** What stands for somebody's voice: loud enough to be speech. A frame of it says which utterance it belongs to. */
const LOUD = 4_000;

/** Frames of the caller saying line `n` of a script, for so long. The number is told in a sample that nobody hears. */
export function speech(n: number, ms: number): Int16Array[] {
  return Array.from({ length: Math.round(ms / FRAME_MS) }, (_, i) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    for (let s = 0; s < FRAME_SAMPLES; s++) frame[s] = s % 2 === 0 ? LOUD + (i % 7) * 400 : -LOUD;
    frame[0] = n;
    return frame;
  });
}

export const silence = (ms: number): Int16Array[] =>
  Array.from({ length: Math.round(ms / FRAME_MS) }, () => new Int16Array(FRAME_SAMPLES));

/** How a call's providers behave: what the lines of the script are, how slow they are, how they fail. */
export type Script = {
  /** What the recogniser understands of line `n`; null: speech that it does not. */
  lines?: readonly (string | null)[];
  /** How long the recogniser and the voice take before they answer. */
  recogniseMs?: number;
  speakMs?: number;
  /** Fails instead. */
  recogniserFails?: boolean;
  speakerFails?: boolean;
  /** Milliseconds of sound for each character of a sentence. */
  charMs?: number;
};

export type Scripted = Providers & {
  /** What the recogniser was told to expect, utterance by utterance. */
  expected: Expectation[];
  /** What the voice was given to say. */
  spoken: string[];
  closed: string[];
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Providers that are told what they hear, so that a conversation over real sockets says the same each time. */
export function scripted(script: Script = {}): Scripted {
  const { lines = [], recogniseMs = 0, speakMs = 0, charMs = 10 } = script;
  const expected: Expectation[] = [];
  const spoken: string[] = [];
  const closed: string[] = [];
  return {
    expected,
    spoken,
    closed,
    detector: async () => ({
      push: async (frame) => ((frame[1] ?? 0) === -LOUD ? 0.95 : 0.01),
      close: () => closed.push("detector"),
    }),
    recogniser: {
      name: "scripted",
      begin(expectation, { partial }, signal) {
        expected.push(expectation);
        let n: number | undefined;
        return {
          push(frame) {
            if (n !== undefined || frame[1] !== -LOUD) return;
            n = frame[0];
            partial?.(lines[n ?? 0] ?? "");
          },
          async finish(): Promise<Heard> {
            await pause(recogniseMs, signal);
            if (script.recogniserFails) throw new ProviderFailure("scripted", "unavailable");
            const text = n === undefined ? null : (lines[n] ?? null);
            return text === null
              ? { text: "", confidence: 0, understood: false }
              : { text, confidence: 1, understood: true };
          },
          abort: () => undefined,
        };
      },
      close: () => closed.push("recogniser"),
    },
    speaker: {
      name: "scripted",
      async *speak(text, _voice, signal) {
        spoken.push(text);
        await pause(speakMs, signal);
        if (script.speakerFails) throw new ProviderFailure("scripted", "timeout");
        const frames = Math.max(1, Math.round((text.length * charMs) / FRAME_MS));
        for (let i = 0; i < frames && !signal.aborted; i++)
          yield new Int16Array(FRAME_SAMPLES).fill(1_000 + (i % 3) * 500);
      },
      close: () => closed.push("speaker"),
    },
  };
}
