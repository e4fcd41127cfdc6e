import { UNHEARD } from "@/lib/calls/conversation";
import type { Expectation, Heard, Transcriber, Utterance } from "../providers/port";
import type { Words } from "./flow";

/** A transcriber that has not understood by then will not: the caller is waiting, and is asked again. */
export const RECOGNISE_MS = 5_000;
/** What is not understood and shorter than a word was a noise. */
export const NOISE_MS = 300;
/** The same where a single "no" is waited for: it can be as short as the onset that a detector needs. */
export const NOISE_IN_ANSWER_MS = 120;
/** Partial results come many times a second; nobody reads faster. */
const CAPTION_EVERY_MS = 200;
/** As long as a message by text may be. */
const MOST_SAID = 4_000;

type Given = {
  transcriber: Transcriber;
  expectation(): Expectation;
  nowMs(): number;
  /** What begins now and is not understood was a noise if it is shorter than this; `NOISE_MS` unless told. */
  noiseMs?(): number;
  /** What seems to be said now; undefined where nobody can be shown it: then it is not looked for. */
  seems: ((text: string) => void) | undefined;
  /** What was said; null for what was nobody's word. */
  heard(words: Words | null): void;
  failed(error: unknown): void;
};

type Saying = { utterance: Utterance; startMs: number; noiseMs: number; stop: AbortController };

export type Sayings = {
  begin(startMs: number, before: readonly Int16Array[]): void;
  push(frame: Int16Array): void;
  /** It is over; `heard` follows, in the order of the endings. */
  finish(endMs: number): void;
  /** It is over, and nobody wants to know. */
  discard(): void;
  /** Discards it, and all that are being understood. */
  stop(): void;
};

/** Rejects once the signal is aborted: a provider that does not heed it must hold nobody up. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

type Span = { startMs: number; endMs: number; noiseMs: number };

const wordsOf = ({ text, understood }: Heard, { startMs, endMs, noiseMs }: Span): Words | null => {
  const said = text.trim().slice(0, MOST_SAID);
  if (understood) return said === "" ? null : { text: said, startMs, endMs };
  return endMs - startMs < noiseMs ? null : { text: UNHEARD, startMs, endMs };
};

/** What a caller says, an utterance after the other, as the transcriber understands it. */
export function makeSayings(given: Given): Sayings {
  const { transcriber, nowMs } = given;
  const open = new Set<AbortController>();
  let now: Saying | null = null;
  let told = 0;
  let last: Promise<void> = Promise.resolve();

  const partial = (text: string) => {
    const at = nowMs();
    if (at - told < CAPTION_EVERY_MS) return;
    told = at;
    given.seems?.(text);
  };
  const understand = async (saying: Saying, endMs: number): Promise<Words | null> => {
    const { utterance, startMs, noiseMs, stop } = saying;
    const span = { startMs, endMs, noiseMs };
    const late = setTimeout(() => stop.abort(new Error("The transcriber has taken too long.")), RECOGNISE_MS);
    try {
      return wordsOf(await Promise.race([utterance.finish(), aborted(stop.signal)]), span);
    } catch (error) {
      given.failed(error);
      return wordsOf({ text: "", confidence: 0, understood: false }, span);
    } finally {
      clearTimeout(late);
      open.delete(stop);
    }
  };
  const discard = () => {
    if (now === null) return;
    now.utterance.abort();
    now.stop.abort();
    open.delete(now.stop);
    now = null;
  };

  return {
    begin(startMs, before) {
      discard();
      const stop = new AbortController();
      open.add(stop);
      const utterance = transcriber.begin(
        given.expectation(),
        given.seems === undefined ? {} : { partial },
        stop.signal,
      );
      for (const frame of before) utterance.push(frame);
      now = { utterance, startMs, noiseMs: given.noiseMs?.() ?? NOISE_MS, stop };
    },
    push: (frame) => now?.utterance.push(frame),
    finish(endMs) {
      const saying = now;
      now = null;
      // Begun at once, told in order: a slow one holds up those behind it, as they continue it.
      const understood =
        saying === null ? Promise.resolve(null) : understand(saying, Math.max(saying.startMs, endMs));
      last = last.then(async () => given.heard(await understood));
    },
    discard,
    stop() {
      discard();
      for (const stop of open) stop.abort();
    },
  };
}
