import { describe, expect, it } from "vitest";
import { piecesOf } from "./pieces";

describe("the division into phrases", () => {
  it("is a sentence, and an abbreviation ends none", () => {
    expect(piecesOf("Hello. This is Dr. Smith's office! Are you there?")).toEqual([
      "Hello.",
      "This is doctor Smith's office!",
      "Are you there?",
    ]);
  });

  it("is short at the beginning, and never long", () => {
    const pieces = piecesOf(
      `Good morning and welcome to us, ${"we are happy to hear from you, ".repeat(40)}`,
    );
    expect(pieces[0]).toBe("Good morning and welcome to us,");
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(200);
  });

  it("is bounded as a whole, without spaces too", () => {
    expect(piecesOf("b".repeat(100_000)).join("").length).toBe(8_000);
  });

  it("is nothing where there is nothing to say", () => {
    expect(piecesOf(" … ?! \n 😀 ")).toEqual([]);
  });
});
