import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSentenceSplitter } from "./sentences";

function splitDeltas(...deltas: string[]): string[] {
  const cutter = createSentenceSplitter();
  return [...deltas.flatMap((delta) => cutter.push(delta)), ...cutter.finish()].map(({ text }) => text);
}

describe("a text that is spoken while it is written", () => {
  it("is cut behind its sentences, once the next has begun", () => {
    const cutter = createSentenceSplitter();
    expect(cutter.push("Hello. How are")).toMatchObject([{ text: "Hello. ", start: 0, end: 7 }]);
    expect(cutter.push(" you?")).toEqual([]);
    expect(cutter.finish()).toMatchObject([{ text: "How are you?", start: 7, end: 19 }]);
  });

  it.each([
    ["It is at 3 p.m. on Monday. Fine?", ["It is at 3 p.m. on Monday. ", "Fine?"]],
    ["Dr. Lee calls. Soon.", ["Dr. Lee calls. ", "Soon."]],
    ["It costs 3.50 euros. Yes?", ["It costs 3.50 euros. ", "Yes?"]],
    ["“Stop!” he said. Well.", ["“Stop!” he said. ", "Well."]],
    ["One\nTwo", ["One\n", "Two"]],
    ["", []],
  ])("%s", (text, sentences) => {
    expect(splitDeltas(text)).toEqual(sentences);
  });

  it("begins with a clause where the first sentence is long", () => {
    const [first] = splitDeltas(
      "I have looked at the calendar of the whole week, and there is nothing free before Friday.",
    );
    expect(first).toBe("I have looked at the calendar of the whole week, ");
  });

  it("is cut somewhere where it has no end", () => {
    const pieces = splitDeltas("word ".repeat(400));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(301);
    expect(pieces.every((piece) => piece.endsWith(" "))).toBe(true);
  });

  it("is spoken completely, for every text and division", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 40 })), (deltas) => {
        expect(splitDeltas(...deltas).join("")).toBe(deltas.join(""));
      }),
    );
  });
});
