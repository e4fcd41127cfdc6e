import { describe, expect, it } from "vitest";
import { piecesOf, spokenText } from ".";

describe("what is written is said", () => {
  it.each([
    ["On Tuesday, November 24th at 2:30 PM.", "On Tuesday, November twenty fourth at two thirty p m."],
    ["2026-11-24 at 14:30", "November twenty fourth, twenty twenty six at two thirty p m"],
    ["2026-11-24T09:05:00Z", "November twenty fourth, twenty twenty six at nine oh five ay m"],
    ["At 5 p.m. Then at 6 p.m. tomorrow.", "At five p m. Then at six p m tomorrow."],
    ["Nov. 3, 2026", "November third, twenty twenty six"],
    ["(415) 555-2671", "four one five, five five five, two six seven one"],
    ["+12125550123", "plus one, two one two, five five five, zero one two three"],
    [
      "Order 0042, reference 12345678.",
      "Order zero zero four two, reference one two three, four five six, seven eight.",
    ],
    ["your account ending in 4471", "your account ending in four four seven one"],
    [
      "$1,234.50, £1 or 50% of 12,000",
      "one thousand two hundred thirty four dollars and fifty cents, one pound or 50 percent of twelve thousand",
    ],
    ["jane.doe@example.com", "jane dot doe at example dot com"],
    ["https://www.example.com/a-b.", "example dot com slash a dash b."],
    ["AB12-34", "ay b one two dash three four"],
    ["J. K. Smith of the BBC, U.S.A., your PIN", "j k Smith of the b b c, u s ay, your pin"],
    ["Dr. Smith, 12 Main St.", "doctor Smith, 12 Main street"],
    ["**Bold** – and 😀 so", "Bold, and so"],
    ["Open 9-5", "Open 9 to 5"],
  ])("%s", (writtenText, expectedText) => {
    expect(spokenText(writtenText)).toBe(expectedText);
  });

  it("leaves what is plain as it is", () => {
    const plain = "Thank you for calling; how may I help you today? It is 3.5 miles, that's 24 minutes.";
    expect(spokenText(plain)).toBe(plain);
  });
});

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
