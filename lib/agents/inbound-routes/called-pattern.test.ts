import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InboundRoute } from "./schema";
import { selectInboundRoute } from "./select-inbound-route";
import { compareSpecificity, isCalledPattern, matchesPattern } from "./values";

const route = (pattern: string) => InboundRoute.parse({ pattern });
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const pattern = fc
  .tuple(fc.constantFrom("", "+"), fc.string({ unit: fc.constantFrom(..."01x"), maxLength: 6 }), fc.boolean())
  .map(([plus, text, isOpen]) => `${plus}${text}${isOpen ? "*" : ""}`)
  .filter(isCalledPattern);
const user = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "+"), fc.string({ unit: fc.constantFrom(..."01"), maxLength: 8 }))
    .map((p) => p.join("")),
  fc.constantFrom("sales", "", "100", "+01", "00000"),
);

describe("a pattern", () => {
  it.each([
    ["+49221*", "+492211234567", true],
    ["+49221*", "492211234567", true],
    ["+49221*", "+4930123456", false],
    ["+492211234567", "492211234567", true],
    ["+492211234567", "+4922112345678", false],
    ["0221*", "02211234567", true],
    ["100", "100", true],
    ["1xx", "199", true],
    ["1xx", "1999", false],
    ["1xx", "1a9", false],
    ["1xx*", "1999", true],
    ["*", "", true],
    ["*", "sales", true],
    ["sales", "sales", true],
    ["sales", "Sales", false],
  ])("%s with %s: %s", (text, called, isMatch) => {
    expect(isCalledPattern(text)).toBe(true);
    expect(matchesPattern(text, called)).toBe(isMatch);
  });

  it.each(["", "+", "a*", "1*2", "**", "+49 221", "1.*x", "x".repeat(65), "ä"])("%s is refused", (text) => {
    expect(isCalledPattern(text)).toBe(false);
  });

  it("of a prefix matches exactly the numbers that begin with it", () => {
    fc.assert(
      fc.property(digits(1, 6), digits(5, 15), (prefix, number) => {
        expect(matchesPattern(`+${prefix}*`, `+${number}`)).toBe(number.startsWith(prefix));
      }),
    );
  });
});

describe("the route of a call", () => {
  it.each([
    [["+49*", "+49221*"], "+492211", "+49221*"],
    [["+49*", "*", "+49xxx1"], "+492211", "+49xxx1"],
    [["1xx", "10x", "100"], "100", "100"],
    [["1x*", "1x"], "12", "1x"],
    [["1x2", "12x"], "122", "1x2"],
  ])("%j with %s is %s", (patterns, called, expected) => {
    expect(selectInboundRoute(patterns.map(route), called)?.pattern).toBe(expected);
  });

  it("is exactly one that matches, and no other one that matches is more specific", () => {
    fc.assert(
      fc.property(fc.uniqueArray(pattern, { maxLength: 12 }), user, (patterns, called) => {
        const matching = patterns.filter((text) => matchesPattern(text, called));
        const selected = selectInboundRoute(patterns.map(route), called)?.pattern;
        expect(selected === undefined).toBe(matching.length === 0);
        if (selected === undefined) return;
        expect(matching).toContain(selected);
        for (const text of matching) expect(compareSpecificity(selected, text)).toBeLessThanOrEqual(0);
        const equal = matching.filter((text) => compareSpecificity(selected, text) === 0);
        expect(equal[0]).toBe(selected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not depend on the order of routes that differ in specificity", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pattern, { maxLength: 8, selector: (text) => JSON.stringify(compareKey(text)) }),
        user,
        (patterns, called) => {
          const forward = selectInboundRoute(patterns.map(route), called)?.pattern;
          const backward = selectInboundRoute(patterns.toReversed().map(route), called)?.pattern;
          expect(backward).toBe(forward);
        },
      ),
    );
  });
});

/** The specificity as the documentation counts it: digits, placeholders, and whether the length is fixed. */
const compareKey = (text: string) => [
  (text.match(/[0-9]/g) ?? []).length,
  (text.match(/x/g) ?? []).length,
  text.endsWith("*"),
];
