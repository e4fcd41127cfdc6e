import { type Expectation, ProviderFailure, type Transcription } from "@/lib/agents/providers/schema";
import { FRAME_MS, FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio/frame";
import type { Providers } from "../providers/port";

/** Stands for a voice: loud enough to be speech. A frame contains its utterance's number. */
const LOUD = 4_000;

/**
 * Frames of the caller speaking line `n` of a script, for this duration. The number is in an inaudible
 * sample.
 */
export function speech(n: number, ms: number): Int16Array[] {
  return Array.from({ length: Math.round(ms / FRAME_MS) }, (_, i) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    for (let s = 0; s < FRAME_SAMPLES; s++) frame[s] = s % 2 === 0 ? LOUD + (i % 7) * 400 : -LOUD;
    frame[0] = n;
    return frame;
  });
}

/** The tone of line 0, and what each next one is higher by. */
const LOWEST_HZ = 400;
const STEP_HZ = 200;
const TONE = 9_000;
/** The tone swells this often, so that it is no beep of a mailbox. */
const SWELL_HZ = 60;

/** As `speech`, for a telephone, which changes each sample: the line is told by the height of a tone. */
export function tone(n: number, ms: number): Int16Array[] {
  const step = (2 * Math.PI * (LOWEST_HZ + n * STEP_HZ)) / RATE_HZ;
  const swell = (2 * Math.PI * SWELL_HZ) / RATE_HZ;
  return Array.from({ length: Math.round(ms / FRAME_MS) }, (_, i) =>
    Int16Array.from({ length: FRAME_SAMPLES }, (__, s) => {
      const at = i * FRAME_SAMPLES + s;
      return TONE * (0.8 + 0.2 * Math.sin(i)) * (0.55 + 0.45 * Math.sin(at * swell)) * Math.sin(at * step);
    }),
  );
}

/** Which line of the script a frame is of; undefined for silence. */
export function lineIn(frame: Int16Array): number | undefined {
  if (frame[1] === -LOUD) return frame[0];
  if (!frame.some((sample) => sample > LOUD)) return undefined;
  let crossings = 0;
  for (let s = 1; s < frame.length; s++) if ((frame[s] ?? 0) >= 0 !== (frame[s - 1] ?? 0) >= 0) crossings++;
  const hz = (crossings * 1_000) / FRAME_MS / 2;
  return Math.max(0, Math.round((hz - LOWEST_HZ) / STEP_HZ));
}

/** The line of most frames; those at the edges of a tone, and those that conceal a gap, have none or another one. */
export function createLineCount() {
  const counts = new Map<number, number>();
  return {
    /** Returns the frame's line; undefined for silence. */
    add(frame: Int16Array): number | undefined {
      const line = lineIn(frame);
      if (line !== undefined) counts.set(line, (counts.get(line) ?? 0) + 1);
      return line;
    },
    line: (): number | undefined => [...counts].sort((a, b) => b[1] - a[1])[0]?.[0],
    clear: () => counts.clear(),
  };
}

export const silence = (ms: number): Int16Array[] =>
  Array.from({ length: Math.round(ms / FRAME_MS) }, () => new Int16Array(FRAME_SAMPLES));

/** How a call's providers behave: what the lines of the script are, how slow they are, how they fail. */
export type Script = {
  /** The transcriber's result for line `n`; null for unintelligible speech. */
  lines?: readonly (string | null)[];
  /** The interim transcript of line `n`, if it is not the line itself. */
  interimLines?: readonly string[];
  /** How long the transcriber and the voice take before they answer. */
  recogniseMs?: number;
  speakMs?: number;
  /** Fails instead. */
  transcriberFails?: boolean;
  synthesizerFails?: boolean;
  /** Milliseconds of sound for each character of a sentence. */
  charMs?: number;
};

export type Scripted = Providers & {
  /** The transcriber's expectations, per utterance. */
  expected: Expectation[];
  /** Texts for the synthesizer. */
  synthesizedTexts: string[];
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
  const synthesizedTexts: string[] = [];
  const closed: string[] = [];
  return {
    expected,
    synthesizedTexts,
    closed,
    vad: async () => ({
      push: async (frame) => (lineIn(frame) === undefined ? 0.01 : 0.95),
      close: () => closed.push("vad"),
    }),
    transcriber: {
      name: "scripted",
      begin(expectation, { partial }, signal) {
        expected.push(expectation);
        const lineCount = createLineCount();
        return {
          push(frame) {
            const isFirst = lineCount.line() === undefined;
            const n = lineCount.add(frame);
            if (isFirst && n !== undefined) partial?.(script.interimLines?.[n] ?? lines[n] ?? "");
          },
          async finish(): Promise<Transcription> {
            await pause(recogniseMs, signal);
            if (script.transcriberFails) throw new ProviderFailure("scripted", "unavailable");
            const n = lineCount.line();
            const text = n === undefined ? null : (lines[n] ?? null);
            return text === null
              ? { text: "", confidence: 0, understood: false }
              : { text, confidence: 1, understood: true };
          },
          abort: () => undefined,
        };
      },
      close: () => closed.push("transcriber"),
    },
    synthesizer: {
      name: "scripted",
      async *speak(text, _voice, signal) {
        synthesizedTexts.push(text);
        await pause(speakMs, signal);
        if (script.synthesizerFails) throw new ProviderFailure("scripted", "timeout");
        const frames = Math.max(1, Math.round((text.length * charMs) / FRAME_MS));
        for (let i = 0; i < frames && !signal.aborted; i++)
          yield new Int16Array(FRAME_SAMPLES).fill(1_000 + (i % 3) * 500);
      },
      close: () => closed.push("synthesizer"),
    },
  };
}
