import { expect, it } from "vitest";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import type { Words } from "./call-state-machine";
import { createUtterances } from "./utterances";

/** The words of an utterance whose transcriber understands this text. */
function understand(text: string, { isIncomplete = false, counts = false } = {}): Promise<Words | null> {
  return new Promise((resolve) => {
    const utterances = createUtterances({
      transcriber: {
        name: "stand-in",
        begin: () => ({
          push: () => undefined,
          finish: async () => ({ text, confidence: 1, understood: true }),
          abort: () => undefined,
        }),
        close: () => undefined,
      },
      expectation: () => ({ kind: "date", language: "en" }),
      nowMs: () => 0,
      seems: undefined,
      onWords: resolve,
      countsIncomplete: () => counts,
      failed: (error) => {
        throw error;
      },
    });
    utterances.begin(0, []);
    if (isIncomplete) utterances.markIncomplete();
    utterances.finish(100);
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
