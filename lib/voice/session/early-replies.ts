import { isSameWords } from "@/lib/calls/conversation";

/** A pause of this length can be the end of the utterance. A gap within a word is shorter. */
const PAUSE_MS = 100;
/** Words that have not changed for this long are probably complete: transcribers correct their words until then. */
const STABLE_MS = 100;
/** Each attempt is a request to the model. As many as LiveKit's default (`max_retries`). */
const MAX_ATTEMPTS = 3;
/** Longer speech changes until its end, and its answer is rarely expected at once. LiveKit's default, too. */
const MAX_SPEECH_MS = 10_000;

type Options = {
  nowMs(): number;
  /** How long the caller has been silent: during an utterance, and after it until its words are final; otherwise 0. */
  pauseMs(): number;
  /** Whether these words, if complete, are a turn that the model answers now. */
  canAnswer(text: string): boolean;
  /** Starts the model's answer to the words. It takes the place of the previous one. */
  draft(words: { text: string; startMs: number; endMs: number }): void;
  /** The words have changed: the answer is to other words. */
  discard(): void;
};

export type EarlyReplies = {
  /** An utterance begins. */
  begin(startMs: number): void;
  /** The transcriber's words so far. */
  progress(text: string): void;
  /** Called with each frame of the caller. */
  frame(): void;
};

/** Drafts the agent's reply in a caller's pause, before the pause is long enough to end the utterance. */
export function createEarlyReplies(options: Options): EarlyReplies {
  const { nowMs } = options;
  let startMs = 0;
  let text = "";
  let changedMs = 0;
  let isDrafted = false;
  let attempts = 0;
  const isDue = (now: number): boolean =>
    text !== "" &&
    !isDrafted &&
    attempts < MAX_ATTEMPTS &&
    now - changedMs >= STABLE_MS &&
    options.pauseMs() >= PAUSE_MS &&
    options.canAnswer(text);
  return {
    begin(atMs) {
      startMs = atMs;
      text = "";
      isDrafted = false;
      attempts = 0;
    },
    progress(words) {
      const next = words.trim();
      if (isSameWords(next, text)) return;
      text = next;
      changedMs = nowMs();
      if (!isDrafted) return;
      isDrafted = false;
      options.discard();
    },
    frame() {
      const now = nowMs();
      if (now - startMs > MAX_SPEECH_MS || !isDue(now)) return;
      attempts++;
      isDrafted = true;
      options.draft({ text, startMs, endMs: now });
    },
  };
}
