import type { Played, Said } from "@/lib/calls/conversation";
import { FRAME_MS } from "../audio/frame";
import type { Speaker } from "../providers/port";
import { heardText, type Spoken } from "./heard-text";
import type { Playout } from "./playout";
import { sentenceCutter } from "./sentences";

/** What a turn of ours needs to be spoken. */
type Given = {
  speaker: Speaker;
  voice: string;
  playout: Playout;
  /** Aborting stops the voice at once, and decides what has been heard. */
  signal: AbortSignal;
  /** How much later than it is sent a frame is heard. */
  lagMs: number;
  nowMs(): number;
  /** The caller's last word, if this answers any. */
  askedMs: number | null;
  /** The first frame is sent. */
  began(): void;
  /** The voice failed for good: the turn ends with what was heard. */
  failed(error: unknown): void;
};

/** One turn of ours on its way to the caller. */
export type Speech = {
  push(delta: string): void;
  /** Nothing more is written. Resolves once all has been heard, or was cut off. */
  played(said: Said | null): Promise<Played>;
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });

/**
 * Speaks a text while it is still being written: sentence by sentence, each given to the voice while the one before it
 * plays. What was heard of it when it is cut off is told by the clock of what was played.
 */
export function makeSpeech(given: Given): Speech {
  const { speaker, voice, playout, signal, lagMs, nowMs } = given;
  const cutter = sentenceCutter();
  const spoken: Spoken[] = [];
  let firstMs: number | null = null;
  let broken = false;
  let work: Promise<void> = Promise.resolve();

  const sent = (one: Spoken) => () => {
    one.played++;
    if (firstMs !== null) return;
    firstMs = nowMs();
    given.began();
  };
  const speak = async (one: Spoken) => {
    if (signal.aborted || broken) return;
    try {
      if (/[\p{L}\p{N}]/u.test(one.sentence.text)) {
        for await (const frame of speaker.speak(one.sentence.text.trim(), voice, signal)) {
          if (signal.aborted) return;
          one.made++;
          await playout.write(frame, sent(one));
        }
      }
      one.whole = !signal.aborted;
    } catch (error) {
      if (signal.aborted) return;
      broken = true;
      given.failed(error);
    }
  };
  const queue = (sentences: readonly Spoken["sentence"][]) => {
    for (const sentence of sentences) {
      const one: Spoken = { sentence, made: 0, played: 0, whole: false };
      spoken.push(one);
      work = work.then(() => speak(one));
    }
  };
  signal.addEventListener("abort", () => playout.clear(), { once: true });

  /** Resolves when the last frame has been sent, or nothing more will be. */
  const drained = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
      else playout.mark(resolve);
    });

  return {
    push: (delta) => queue(cutter.push(delta)),
    async played() {
      queue(cutter.finish());
      await work;
      await drained();
      await pause(lagMs, signal);
      const whole = !signal.aborted && !broken;
      const text = heardText(spoken, whole ? 0 : lagMs);
      const startMs = firstMs ?? nowMs();
      const frames = spoken.reduce((sum, one) => sum + one.played, 0);
      const endMs = Math.max(startMs, Math.min(nowMs(), startMs + frames * FRAME_MS));
      const latencyMs =
        firstMs === null || given.askedMs === null ? null : Math.max(0, firstMs - given.askedMs);
      return { text, whole, startMs, endMs, latencyMs };
    },
  };
}
