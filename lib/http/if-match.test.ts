import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ErrorDetail } from "@/lib/platform/errors";
import { entityTag, parseIfMatch } from "./if-match";

const parse = (header: string | null) => {
  const problems: ErrorDetail[] = [];
  return { ifMatch: parseIfMatch(header, problems), problems };
};

/** A character of an entity tag (RFC 9110, 8.8.3), which can be a comma, but no quote. */
const tagCharacter = fc
  .oneof(
    fc.constantFrom(0x21, 0x2c),
    fc.integer({ min: 0x23, max: 0x7e }),
    fc.integer({ min: 0x80, max: 0xff }),
  )
  .map((code) => String.fromCharCode(code));
const tag = fc.string({ unit: tagCharacter, maxLength: 40 });
const space = fc.string({ unit: fc.constantFrom(" ", "\t"), maxLength: 3 });

describe("If-Match", () => {
  it("is no condition without the header, and * accepts every revision", () => {
    expect(parse(null)).toEqual({ ifMatch: null, problems: [] });
    expect(parse(" * ")).toEqual({ ifMatch: "*", problems: [] });
  });

  it("reads the strong tags of every well-formed list, and skips weak tags and empty elements", () => {
    const element = fc.record({
      tag: fc.option(tag, { nil: undefined }),
      weak: fc.boolean(),
      before: space,
      after: space,
    });
    fc.assert(
      fc.property(fc.array(element, { maxLength: 8 }), tag, (elements, last) => {
        const elementTexts = elements.map(({ tag: value, weak, before, after }) =>
          value === undefined ? before + after : `${before}${weak ? "W/" : ""}${entityTag(value)}${after}`,
        );
        const strong = elements.flatMap(({ tag: value, weak }) =>
          value === undefined || weak ? [] : [value],
        );
        const header = [...elementTexts, entityTag(last)].join(",");
        expect(parse(header)).toEqual({ ifMatch: [...strong, last], problems: [] });
      }),
    );
  });

  it("matches nothing if all tags are weak", () => {
    expect(parse('W/"a", W/"b"')).toEqual({ ifMatch: [], problems: [] });
  });

  it.each([
    "",
    ",",
    "a",
    '"a',
    'a"',
    '"a" "b"',
    '"a"b',
    '"a""b"',
    '*, "a"',
    '"a", *',
    'w/"a"',
    'W/ "a"',
    '"a b"',
    "'a'",
    '"a";"b"',
  ])("is malformed as %j, and the problem says what to send", (header) => {
    expect(parse(header)).toEqual({
      ifMatch: null,
      problems: [
        {
          in: "header",
          pointer: "/If-Match",
          code: "invalid_format",
          reason: "if_match_invalid",
          message: 'Send * or entity tags in double quotes, separated by commas, such as "0b9c…".',
        },
      ],
    });
  });

  it("never throws, and either has a problem or a condition", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ",", " ", "W", "/", "*", "a", "\t"), maxLength: 30 }),
        (header) => {
          const { ifMatch, problems } = parse(header);
          expect(problems.length).toBe(ifMatch === null ? 1 : 0);
        },
      ),
    );
  });
});
