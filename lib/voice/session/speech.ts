import type { Synthesizer } from "@/lib/agents/providers/schema";
import type { AgentUtterance, Playback } from "@/lib/calls/conversation";
import { FRAME_MS } from "@/lib/platform/audio/frame";
import { spokenForm } from "@/lib/voice/spoken";
import { heardText, type PlayedSentence } from "./heard-text";
import type { FrameEvents, Playout } from "./playout";
import { createSentenceSplitter } from "./sentences";

/** Dependencies for speaking a turn. */
type Options = {
  synthesizer: Synthesizer;
  voice: string;
  /** The language of the text as a BCP 47 tag. */
  language: string;
  playout: Playout;
  /** Aborting stops the voice at once, and decides what has been heard. */
  signal: AbortSignal;
  /** How much later than it is sent a frame is heard. */
  lagMs: number;
  nowMs(): number;
  /** The caller's last word, if this answers any. */
  askedMs: number | null;
  /** The first frame is sent. */
  onStarted(): void;
  /** The first frame of a sentence that starts at this position of the text is sent. */
  onSentence?(start: number): void;
  /** The voice failed for good: the turn ends with what was heard. */
  failed(error: unknown): void;
};

/** One turn of ours on its way to the caller. */
export type Speech = {
  push(delta: string): void;
  /** Nothing more is written. Resolves once all has been heard, or was cut off. */
  played(utterance: AgentUtterance | null): Promise<Playback>;
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
export function createSpeech(options: Options): Speech {
  const { synthesizer, voice, language, playout, signal, lagMs, nowMs } = options;
  const cutter = createSentenceSplitter();
  const playedSentences: PlayedSentence[] = [];
  let firstMs: number | null = null;
  let lastMs: number | null = null;
  let broken = false;
  let work: Promise<void> = Promise.resolve();

  const textBefore = (played: PlayedSentence): string =>
    playedSentences
      .slice(0, playedSentences.indexOf(played))
      .map(({ sentence }) => sentence.text)
      .join("");
  const frameEvents = (played: PlayedSentence): FrameEvents => ({
    sent() {
      lastMs = nowMs();
      if (played.playedFrames === 0) options.onSentence?.(played.sentence.start);
      played.playedFrames++;
      if (firstMs !== null) return;
      firstMs = nowMs();
      options.onStarted();
    },
    rewound() {
      played.playedFrames--;
    },
  });
  const speak = async (played: PlayedSentence) => {
    if (signal.aborted || broken) return;
    const context = {
      language,
      previousText: textBefore(played),
      onRestart: () => {
        played.abandonedFrames = played.synthesizedFrames;
      },
    };
    try {
      if (/[\p{L}\p{N}]/u.test(played.sentence.text)) {
        const events = frameEvents(played);
        for await (const frame of synthesizer.speak(played.sentence.text.trim(), voice, signal, context)) {
          if (signal.aborted) return;
          played.synthesizedFrames++;
          await playout.write(frame, events);
        }
      }
      played.isComplete = !signal.aborted;
    } catch (error) {
      if (signal.aborted) return;
      broken = true;
      options.failed(error);
    }
  };
  const queue = (sentences: readonly PlayedSentence["sentence"][]) => {
    for (const sentence of sentences) {
      const played: PlayedSentence = {
        sentence,
        spokenForm: spokenForm(sentence.text, language),
        abandonedFrames: 0,
        synthesizedFrames: 0,
        playedFrames: 0,
        isComplete: false,
      };
      playedSentences.push(played);
      work = work.then(() => speak(played));
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
      const text = heardText(playedSentences, whole ? 0 : lagMs);
      const startMs = firstMs ?? nowMs();
      const frames = playedSentences.reduce((sum, played) => sum + played.playedFrames, 0);
      // Audio that was paused ends later than its frames alone would.
      const lastEndMs = lastMs === null ? startMs : lastMs + FRAME_MS;
      const endMs = Math.max(startMs, Math.min(nowMs(), Math.max(lastEndMs, startMs + frames * FRAME_MS)));
      const latencyMs =
        firstMs === null || options.askedMs === null ? null : Math.max(0, firstMs - options.askedMs);
      return { text, isComplete: whole, startMs, endMs, latencyMs };
    },
  };
}
