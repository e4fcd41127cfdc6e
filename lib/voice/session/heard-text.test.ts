import { describe, expect, it } from "vitest";
import { spokenForm } from "@/lib/voice/spoken";
import { heardText, type PlayedSentence } from "./heard-text";

/** A sentence of which `played` of `made` frames were sent. */
const playedSentence = (text: string, synthesized: number, played: number, whole = true): PlayedSentence => ({
  sentence: { text, start: 0, end: text.length },
  spokenForm: spokenForm(text, "en"),
  abandonedFrames: 0,
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

  it("is the text as it is written, without a value that was heard in part", () => {
    const text = "Your code is AB12-34, and it is new.";
    // "Your code is A B one two dash three four, and it is new."
    expect(heardText([playedSentence(text, 100, 60)], 0)).toBe("Your code is");
    expect(heardText([playedSentence(text, 100, 88)], 0)).toBe("Your code is AB12-34, and it");
  });

  it("counts a sentence that another voice began again from its beginning", () => {
    const restarted = (played: number): PlayedSentence => ({
      ...playedSentence("One two three four five six", 145, played),
      abandonedFrames: 45,
    });
    // The first voice had said some words.
    expect(heardText([restarted(45)], 0)).toBe("One two three");
    expect(heardText([restarted(60)], 0)).toBe("One two three");
    expect(heardText([restarted(131)], 0)).toBe("One two three four five");
  });
});
