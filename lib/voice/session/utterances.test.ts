import { expect, it } from "vitest";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import type { Words } from "./call-state-machine";
import { createUtterances } from "./utterances";

/** The words of an utterance whose transcriber understands this text. */
function understand(
  text: string,
  { isIncomplete = false, counts = false, isDue = false, ms = 100 } = {},
): Promise<Words | null> {
  return new Promise((resolve) => {
    const utterances = createUtterances({
      transcriber: {
        name: "stand-in",
        begin: () => ({
          push: () => undefined,
          finish: async () => ({ text, confidence: 1, understood: text !== "" }),
          abort: () => undefined,
        }),
        close: () => undefined,
      },
      expectation: () => ({ kind: "date", language: "en" }),
      nowMs: () => 0,
      seems: undefined,
      onWords: resolve,
      isAnswerDue: () => isDue,
      countsIncomplete: () => counts,
      failed: (error) => {
        throw error;
      },
    });
    utterances.begin(0, []);
    if (isIncomplete) utterances.markIncomplete();
    utterances.finish(ms);
  });
}

it("returns the words of a complete utterance", async () => {
  expect(await understand("thursday")).toEqual({ text: "thursday", startMs: 0, endMs: 100 });
});

it("does not understand an utterance with missing audio, however short", async () => {
  expect(await understand("thursday", { isIncomplete: true })).toEqual({
    text: NOT_UNDERSTOOD_TEXT,
    startMs: 0,
    endMs: 100,
  });
});

it("keeps an opt-out of an utterance with missing audio", async () => {
  const words = await understand("stop calling me", { isIncomplete: true, counts: true });
  expect(words?.text).toBe("stop calling me");
});

it.each([
  { isDue: true, ms: 250, words: NOT_UNDERSTOOD_TEXT },
  { isDue: true, ms: 100, words: undefined },
  { isDue: false, ms: 250, words: undefined },
  { isDue: false, ms: 350, words: NOT_UNDERSTOOD_TEXT },
])("takes $ms ms without words for an answer or for noise: due $isDue", async ({ isDue, ms, words }) => {
  expect((await understand("", { isDue, ms }))?.text).toBe(words);
});
