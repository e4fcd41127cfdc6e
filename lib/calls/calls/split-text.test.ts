import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_PART_CHARS, MAX_PARTS, splitText } from "./split-text";

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(" ");

it("keeps a short text, and returns no parts for an empty one", () => {
  expect(splitText("Hello, this is an automated assistant.")).toEqual([
    "Hello, this is an automated assistant.",
  ]);
  expect(splitText("  \n ")).toEqual([]);
});

it("splits between words, loses none, and keeps their order", () => {
  const text = words(200);
  const parts = splitText(text);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join(" ")).toBe(text);
});

it("prefers the end of a sentence", () => {
  const first = `${words(60)}.`;
  expect(splitText(`${first} ${words(60)}.`)[0]).toBe(first);
});

it("marks omitted text, and does not split surrogate pairs", () => {
  const parts = splitText("𝒂".repeat(MAX_PART_CHARS * MAX_PARTS));
  expect(parts).toHaveLength(MAX_PARTS);
  expect(parts.every((part) => part.length <= MAX_PART_CHARS && part.isWellFormed())).toBe(true);
  expect(parts.at(-1)?.endsWith("…")).toBe(true);
});

it("stays within its limits for every text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 6_000 }), (text) => {
      const parts = splitText(text);
      expect(parts.length).toBeLessThanOrEqual(MAX_PARTS);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(MAX_PART_CHARS);
        expect(part.trim()).not.toBe("");
        expect(part.isWellFormed()).toBe(text.isWellFormed());
      }
    }),
  );
});
