import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spokenByFlite, spokenForm, writtenPosition } from ".";

describe("what is written is said by the built-in voice", () => {
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
    expect(spokenByFlite(writtenText)).toBe(expectedText);
  });

  it("leaves what is plain as it is", () => {
    const plain = "Thank you for calling; how may I help you today? It is 3.5 miles, that's 24 minutes.";
    expect(spokenByFlite(plain)).toBe(plain);
  });
});

const spokenBy = (text: string, language = "en-US") => spokenForm(text, language).text;

describe("what is written is said by other voices", () => {
  it.each([
    ["On Tuesday, November 24th at 2:30 PM.", "On Tuesday, November twenty fourth at two thirty P M."],
    ["2026-11-24T09:05:00Z", "November twenty fourth, twenty twenty six at nine oh five A M"],
    ["+12125550123", "plus one, two one two, five five five, zero one two three"],
    ["your account ending in 4471", "your account ending in four four seven one"],
    [
      "$1,234.50, £1 or 50% of 12,000",
      "one thousand two hundred thirty four dollars and fifty cents, one pound or fifty percent of twelve thousand",
    ],
    ["jane.doe@example.com", "jane dot doe at example dot com"],
    ["AB12-34", "A B one two dash three four"],
    ["Ms. Smith of the BBC, 12 Main St.", "Ms. Smith of the B B C, twelve Main street"],
    [
      "It is 3.5 miles, that's 24 minutes, at -5 degrees.",
      "It is three point five miles, that's twenty four minutes, at minus five degrees.",
    ],
    [
      "123456789 and 1234567890",
      "one two three, four five six, seven eight nine and one two three, four five six, seven eight nine zero",
    ],
  ])("%s", (writtenText, expectedText) => {
    expect(spokenBy(writtenText)).toBe(expectedText);
  });

  it("has no digits for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789 -.,:/$%apmAM#@T") }), (text) => {
        expect(spokenBy(text)).not.toMatch(/\d{1,9}(?!\d)/);
      }),
    );
  });

  it("stays as it is in a language without rules", () => {
    expect(spokenBy("Am 24.11. um 14:30 Uhr", "de-DE")).toBe("Am 24.11. um 14:30 Uhr");
  });
});

describe("the written text of a spoken position", () => {
  const writtenPart = (text: string, spokenPart: string) => {
    const form = spokenForm(text, "en");
    expect(form.text.startsWith(spokenPart)).toBe(true);
    return text.slice(0, writtenPosition(form, text, spokenPart.length));
  };

  it("is the same where nothing was replaced", () => {
    expect(writtenPart("Good morning to you.", "Good morning")).toBe("Good morning");
  });

  it("has none of a value that was heard in part, and all of one that was heard", () => {
    const text = "Your code is AB12-34, and it is new.";
    expect(writtenPart(text, "Your code is A B one two dash")).toBe("Your code is ");
    expect(writtenPart(text, "Your code is A B one two dash three four,")).toBe("Your code is AB12-34,");
    expect(writtenPart(text, "Your code is A B one two dash three four, and")).toBe(
      "Your code is AB12-34, and",
    );
  });

  it("never decreases, stays within the text, and ends with it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("en", "de"), (text, language) => {
        const form = spokenForm(text, language);
        expect(form.origins.length).toBe(form.text.length + 1);
        const positions = Array.from({ length: form.text.length + 1 }, (_, at) =>
          writtenPosition(form, text, at),
        );
        for (const [at, position] of positions.entries()) {
          expect(position).toBeGreaterThanOrEqual(positions[at - 1] ?? 0);
          expect(position).toBeLessThanOrEqual(text.length);
        }
        expect(positions.at(-1)).toBe(text.length);
      }),
    );
  });
});
