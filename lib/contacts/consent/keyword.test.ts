import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keywordOf } from "./keyword";

const STOP = ["stop", "stopall", "unsubscribe", "end", "quit", "cancel", "revoke", "optout"];
const ALL = [...STOP, "start", "unstop", "help"];

describe("a keyword", () => {
  it("is known by what it asks for", () => {
    for (const word of STOP) expect(keywordOf(word)).toBe("stop");
    expect([keywordOf("START"), keywordOf("Unstop"), keywordOf("help")]).toEqual(["start", "start", "help"]);
  });

  it.each(["Stop.", " STOP! ", "«stop»", "Opt-Out", "opt out", "stop all", "ＳＴＯＰ", "stop 🛑"])(
    "is understood as people write it: %s",
    (text) => {
      expect(keywordOf(text)).toBe("stop");
    },
  );

  it("is understood in any case, with any punctuation and blanks around it", () => {
    const surroundings = fc.stringMatching(/^[\s.,;:!?"'()*_-]{0,5}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL),
        fc.infiniteStream(fc.boolean()),
        surroundings,
        surroundings,
        (word, upper, a, b) => {
          const text = [...word].map((c) => (upper.next().value === true ? c.toUpperCase() : c)).join("");
          expect(keywordOf(a + text + b)).toBe(keywordOf(word));
        },
      ),
    );
  });

  it("is never one within a sentence", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,10}$/);
    const otherWords = word.filter((item) => !["all", "out", "un", "opt"].includes(item));
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL),
        fc.array(otherWords, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (key, remainder, at) => {
          const words = [...remainder];
          words.splice(at % (remainder.length + 1), 0, key);
          expect(keywordOf(words.join(" "))).toBeNull();
        },
      ),
    );
    for (const text of [
      "Please stop calling",
      "the end of May",
      "can you help me",
      "don't cancel",
      "",
      "...",
    ])
      expect(keywordOf(text)).toBeNull();
  });
});
