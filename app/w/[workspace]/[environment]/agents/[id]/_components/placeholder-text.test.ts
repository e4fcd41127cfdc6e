import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchNames, openPlaceholderAt, segmentsOf, unknownNames } from "./placeholder-text";

const NAMES = ["first_name", "day", "birthday"];

describe("placeholders in a prompt", () => {
  it("are known if the agent has the variable", () => {
    expect(segmentsOf("Hi {{ day }}, {{dya}}!", NAMES)).toEqual([
      { text: "Hi ", kind: "text", start: 0 },
      { text: "{{ day }}", kind: "known", start: 3 },
      { text: ", ", kind: "text", start: 12 },
      { text: "{{dya}}", kind: "unknown", start: 14 },
      { text: "!", kind: "text", start: 21 },
    ]);
    expect(unknownNames("{{dya}} {{dya}} {{day}} {{Not a name}}", NAMES)).toEqual([
      { name: "dya", isName: true },
      { name: "Not a name", isName: false },
    ]);
  });

  it("lose and add no character, as the overlay must match the text", () => {
    const piece = fc.constantFrom("{{", "}}", "day", "{", " ", "\n", "x");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const segments = segmentsOf(text, NAMES);
        expect(segments.map((segment) => segment.text).join("")).toBe(text);
        for (const segment of segments) expect(text.startsWith(segment.text, segment.start)).toBe(true);
      }),
    );
  });
});

describe("a placeholder that is typed", () => {
  it("is completed from its braces to the cursor, or to its end if it has one", () => {
    expect(openPlaceholderAt("Hi {{fi", 7)).toEqual({ from: 5, to: 7, query: "fi" });
    expect(openPlaceholderAt("Hi {{first}} there", 7)).toEqual({ from: 5, to: 12, query: "fi" });
    expect(openPlaceholderAt("Hi {{", 5)).toEqual({ from: 5, to: 5, query: "" });
  });

  it("ends at braces, lines and words", () => {
    for (const text of ["Hi {{day}} ", "Hi {day", "{{\n", "{{a b", "plain"])
      expect(openPlaceholderAt(text, text.length)).toBeNull();
  });

  it("finds names by their beginning first", () => {
    expect(matchNames(NAMES, "day")).toEqual(["day", "birthday"]);
    expect(matchNames(NAMES, "Fi")).toEqual(["first_name"]);
    expect(matchNames(NAMES, "")).toEqual(NAMES);
  });
});
