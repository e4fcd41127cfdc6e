import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DigitsRule } from "@/lib/agents/agents/schema";
import { digitsOf, fitsDigitsRule, fitsExpectation } from "./digits-rule";

const rule = (checksum: DigitsRule["checksum"], min_length = 4, max_length = 32): DigitsRule => ({
  min_length,
  max_length,
  checksum,
});

describe("digits", () => {
  it.each([
    ["four double two one", "4221"],
    ["my number is oh seven triple five", "07555"],
    ["4711", "4711"],
    ["I don't know", ""],
  ])("of %s are %s", (text, digits) => {
    expect(digitsOf(text)).toBe(digits);
  });
});

describe("a rule", () => {
  it("limits the length", () => {
    expect(["123", "1234", "123456"].map((digits) => fitsDigitsRule(digits, rule("none", 4, 5)))).toEqual([
      false,
      true,
      false,
    ]);
  });

  // The examples of ISO/IEC 7812-1 (a card of tests) and of ISO 7064.
  it.each([
    ["luhn", "4111111111111111", true],
    ["luhn", "4111111111111112", false],
    ["mod_97", "79444", true],
    ["mod_97", "79445", false],
  ] as const)("checks %s of %s: %s", (checksum, digits, fits) => {
    expect(fitsDigitsRule(digits, rule(checksum))).toBe(fits);
  });

  it("finds every single misheard digit", () => {
    const digit = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(
        fc.array(digit, { minLength: 6, maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (list, at, by) => {
          const body = list.join("");
          const check = [...Array(10).keys()].find((last) => fitsDigitsRule(`${body}${last}`, rule("luhn")));
          const whole = [...`${body}${check}`];
          const place = at % whole.length;
          whole[place] = String((Number(whole[place]) + by) % 10);
          expect(fitsDigitsRule(whole.join(""), rule("luhn"))).toBe(false);
        },
      ),
    );
  });

  it("does not judge words without digits, or other questions", () => {
    const digits = rule("none", 4, 4);
    expect(fitsExpectation("stop calling me", { kind: "digits", language: "en", digits })).toBe(true);
    expect(fitsExpectation("one two", { kind: "digits", language: "en", digits })).toBe(false);
    expect(fitsExpectation("one two", { kind: "number", language: "en", digits })).toBe(true);
  });
});
