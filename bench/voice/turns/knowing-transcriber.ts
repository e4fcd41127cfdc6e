import type { Transcriber } from "@/lib/agents/providers/schema";
import type { SpokenPart } from "./scenarios";

/** Words are known this long after they were said: a streaming provider's delay. */
const DELAY_MS = 150;
/** Audio before the detection of speech belongs to the utterance. */
const PRE_ROLL_MS = 400;

/**
 * Stands for a provider that understands the caller and hears no one else. It shows what turn-taking does with words,
 * apart from how well the built-in transcriber understands a voice.
 */
export function createKnowingTranscriber(parts: readonly SpokenPart[], nowMs: () => number): Transcriber {
  return {
    name: "knowing",
    begin(_, { partial }) {
      const startMs = nowMs() - PRE_ROLL_MS;
      let reportedText = "";
      const wordsUntil = (endMs: number): string =>
        parts
          .filter((part) => part.endMs > startMs && part.startMs < endMs)
          .map((part) => {
            const words = part.text.split(" ");
            const share = Math.min(1, (endMs - part.startMs) / (part.endMs - part.startMs));
            return words.slice(0, Math.floor(words.length * share + 0.001)).join(" ");
          })
          .filter((text) => text !== "")
          .join(" ");
      return {
        push() {
          const text = wordsUntil(nowMs() - DELAY_MS);
          if (text !== reportedText) partial?.(text);
          reportedText = text;
        },
        async finish() {
          const text = wordsUntil(nowMs());
          return { text, confidence: 1, understood: text !== "" };
        },
        abort: () => undefined,
      };
    },
    close: () => undefined,
  };
}
