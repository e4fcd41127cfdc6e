import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { sentenceEnd, wholeSentences } from "./sentence-end";

test.each([
  ["We are open. The next", "We are open. "],
  ["We open at 9 a.m. tomorrow", ""],
  ["Ask Dr. Smith. He", "Ask Dr. Smith. "],
  ["It costs 3.50 euros and", ""],
  ['He said "yes." And', 'He said "yes." '],
  ["はい。次の", "はい。"],
  ["One line\nand half", "One line\n"],
  ["Really?! Well", "Really?! "],
  ["1. Bring a card", ""],
  ["Half a sen", ""],
  ["Whole.", "Whole."],
  ["Whole. ", "Whole. "],
  ["It is with Dr.", ""],
  ["", ""],
])("of %j the whole sentences are %j", (text, expected) => {
  expect(wholeSentences(text)).toBe(expected);
});

describe("generated texts", () => {
  it("are cut only at the end of a sentence, for every division into pieces", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), words, (sentences, half) => {
        const whole = sentences.map((sentence) => `${sentence.join(" ")}. `).join("");
        const text = whole + half.join(" ");
        expect(wholeSentences(text)).toBe(whole);
        expect(sentenceEnd(text)).toBe(whole.length);
      }),
    );
  });
});
