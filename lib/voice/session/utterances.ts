import type { Expectation, Transcriber, Transcription, Utterance } from "@/lib/agents/providers/schema";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { countIncompleteUtterance } from "../load/counts";
import type { Words } from "./call-state-machine";

/** A transcriber that has not understood by then will not: the caller is waiting, and is asked again. */
export const TRANSCRIBE_TIMEOUT_MS = 5_000;
/** Sound that is not understood and shorter than a word is noise. */
export const NOISE_MS = 300;
/** The same where a single word such as "no" is waited for: it can be as short as the onset that a VAD needs. */
export const NOISE_IN_ANSWER_MS = 120;
/** Interim transcripts arrive many times a second; readers need fewer. */
const CAPTION_EVERY_MS = 200;
/** As long as a message by text may be. */
const MOST_SAID = 4_000;

type Options = {
  transcriber: Transcriber;
  expectation(): Expectation;
  nowMs(): number;
  /** Whether speech that starts now is due as an answer, so that a very short sound can be one. False by default. */
  isAnswerDue?(): boolean;
  /** The words so far, each time they change. */
  onProgress?(text: string): void;
  /** The interim transcript for a display, a few times a second; undefined without one. */
  seems: ((text: string) => void) | undefined;
  /** The caller's words; null for noise. */
  onWords(words: Words | null): void;
  /** Whether these words count even if audio of their utterance is missing, such as an opt-out. */
  countsIncomplete?(text: string): boolean;
  failed(error: unknown): void;
  /** Time limit of a transcription, for simulated calls. */
  timeoutMs?: number;
};

type Saying = {
  utterance: Utterance;
  startMs: number;
  noiseMs: number;
  stop: AbortController;
  /** Audio is missing: a transcriber would guess the words. */
  isIncomplete: boolean;
};

export type Utterances = {
  begin(startMs: number, before: readonly Int16Array[]): void;
  push(frame: Int16Array): void;
  /** Audio of the current utterance is missing: its words are not understood. */
  markIncomplete(): void;
  /** It is over; `heard` follows, in the order of the endings. */
  finish(endMs: number): void;
  /** Ends without transcribing. */
  discard(): void;
  /** Discards it, and all that are being understood. */
  stop(): void;
};

/** Rejects once the signal aborts, as a provider can ignore it. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

type Span = { startMs: number; endMs: number; noiseMs: number };

const wordsOf = (
  { text, understood, isUncertain }: Transcription,
  { startMs, endMs, noiseMs }: Span,
): Words | null => {
  const trimmed = text.trim().slice(0, MOST_SAID);
  if (understood)
    return trimmed === "" ? null : { text: trimmed, startMs, endMs, ...(isUncertain && { isUncertain }) };
  return endMs - startMs < noiseMs ? null : { text: NOT_UNDERSTOOD_TEXT, startMs, endMs };
};

/** Transcribes a caller's utterances one after the other. */
export function createUtterances(options: Options): Utterances {
  const { transcriber, nowMs } = options;
  const open = new Set<AbortController>();
  let now: Saying | null = null;
  let lastShownMs = 0;
  let last: Promise<void> = Promise.resolve();

  const partial = (text: string) => {
    options.onProgress?.(text);
    const at = nowMs();
    if (at - lastShownMs < CAPTION_EVERY_MS) return;
    lastShownMs = at;
    options.seems?.(text);
  };
  const understand = async (saying: Saying, endMs: number): Promise<Words | null> => {
    const { utterance, startMs, noiseMs, stop } = saying;
    const span = { startMs, endMs, noiseMs };
    const late = setTimeout(
      () => stop.abort(new Error("The transcriber has taken too long.")),
      options.timeoutMs ?? TRANSCRIBE_TIMEOUT_MS,
    );
    try {
      const words = wordsOf(await Promise.race([utterance.finish(), aborted(stop.signal)]), span);
      if (!saying.isIncomplete || words === null || options.countsIncomplete?.(words.text)) return words;
      countIncompleteUtterance();
      return { text: NOT_UNDERSTOOD_TEXT, startMs, endMs };
    } catch (error) {
      options.failed(error);
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
        options.expectation(),
        options.seems === undefined && options.onProgress === undefined
          ? {}
          : { partial: (text) => open.has(stop) && (now === null || now.stop === stop) && partial(text) },
        stop.signal,
      );
      for (const frame of before) utterance.push(frame);
      const noiseMs = options.isAnswerDue?.() ? NOISE_IN_ANSWER_MS : NOISE_MS;
      now = { utterance, startMs, noiseMs, stop, isIncomplete: false };
    },
    push: (frame) => now?.utterance.push(frame),
    markIncomplete() {
      if (now !== null) now.isIncomplete = true;
    },
    finish(endMs) {
      const saying = now;
      now = null;
      // Begun at once, told in order: a slow one holds up those behind it, as they continue it.
      const understood =
        saying === null ? Promise.resolve(null) : understand(saying, Math.max(saying.startMs, endMs));
      last = last.then(async () => options.onWords(await understood));
    },
    discard,
    stop() {
      discard();
      for (const stop of open) stop.abort();
    },
  };
}
