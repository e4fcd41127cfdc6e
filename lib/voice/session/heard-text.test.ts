import { describe, expect, it } from "vitest";
import { heardText, type Spoken } from "./heard-text";

/** A sentence of which `played` of `made` frames were sent. */
const spoken = (text: string, made: number, played: number, whole = true): Spoken => ({
  sentence: { text, start: 0, end: text.length },
  made,
  played,
  whole,
});

describe("what was heard", () => {
  it("is all that was played", () => {
    expect(heardText([spoken("Hello. ", 30, 30), spoken("How are you?", 50, 50)], 0)).toBe(
      "Hello. How are you?",
    );
  });

  it("ends with a whole word where it was cut off", () => {
    const said = [spoken("Hello. ", 30, 30), spoken("How are you today?", 100, 50), spoken("Well?", 20, 0)];
    expect(heardText(said, 0)).toBe("Hello. How are");
  });

  it("is nothing before the first word", () => {
    expect(heardText([spoken("Hello there.", 60, 2)], 0)).toBe("");
    expect(heardText([], 0)).toBe("");
  });

  it("is less than was sent by what is still on its way", () => {
    const said = [spoken("One two three four five six", 100, 100)];
    expect(heardText(said, 0)).toBe("One two three four five six");
    expect(heardText(said, 1_000)).toBe("One two three");
    expect(heardText([spoken("One. ", 50, 50), spoken("Two.", 50, 10)], 400)).toBe("One.");
    expect(heardText([spoken("One two. ", 50, 50), spoken("Three.", 50, 10)], 700)).toBe("One");
  });

  it("of a sentence that the voice has not ended is no more than it can have said", () => {
    const long = "This sentence goes on for a while and then some more.";
    expect(heardText([spoken(long, 20, 20, false)], 0).length).toBeLessThan(12);
  });
});
