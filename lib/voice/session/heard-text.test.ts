import { describe, expect, it } from "vitest";
import { heardText, type PlayedSentence } from "./heard-text";

/** A sentence of which `played` of `made` frames were sent. */
const playedSentence = (text: string, synthesized: number, played: number, whole = true): PlayedSentence => ({
  sentence: { text, start: 0, end: text.length },
  synthesizedFrames: synthesized,
  playedFrames: played,
  isComplete: whole,
});

describe("what was heard", () => {
  it("is all that was played", () => {
    expect(heardText([playedSentence("Hello. ", 30, 30), playedSentence("How are you?", 50, 50)], 0)).toBe(
      "Hello. How are you?",
    );
  });

  it("ends with a whole word where it was cut off", () => {
    const sentences = [
      playedSentence("Hello. ", 30, 30),
      playedSentence("How are you today?", 100, 50),
      playedSentence("Well?", 20, 0),
    ];
    expect(heardText(sentences, 0)).toBe("Hello. How are");
  });

  it("is nothing before the first word", () => {
    expect(heardText([playedSentence("Hello there.", 60, 2)], 0)).toBe("");
    expect(heardText([], 0)).toBe("");
  });

  it("is less than was sent by what is still on its way", () => {
    const sentences = [playedSentence("One two three four five six", 100, 100)];
    expect(heardText(sentences, 0)).toBe("One two three four five six");
    expect(heardText(sentences, 1_000)).toBe("One two three");
    expect(heardText([playedSentence("One. ", 50, 50), playedSentence("Two.", 50, 10)], 400)).toBe("One.");
    expect(heardText([playedSentence("One two. ", 50, 50), playedSentence("Three.", 50, 10)], 700)).toBe(
      "One",
    );
  });

  it("of a sentence that the voice has not ended is no more than it can have said", () => {
    const long = "This sentence goes on for a while and then some more.";
    expect(heardText([playedSentence(long, 20, 20, false)], 0).length).toBeLessThan(12);
  });
});
