import { expect, test } from "vitest";
import { createSyntheticValue } from "./synthetic-value";

const START = "2027-03-01T15:00:00.000Z";
const variable = { name: "iban", type: "string", choices: null, digits: null } as const;
const digits = (checksum: "none" | "luhn" | "mod_97", length: number) =>
  String(
    createSyntheticValue({ ...variable, digits: { min_length: length, max_length: length, checksum } }, START)
      .value,
  );

test("digits have the length of the rule and its check digits", () => {
  expect(digits("none", 6)).toBe("100000");
  const luhn = digits("luhn", 10);
  const sum = [...luhn].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  expect([luhn.length, sum % 10]).toEqual([10, 0]);
  expect(BigInt(digits("mod_97", 12)) % 97n).toBe(1n);
});

test("a date is told from the start of the case, as it is stored and as it is spoken", () => {
  expect(createSyntheticValue({ ...variable, type: "date" }, START)).toEqual({
    value: "2027-03-11",
    words: "March 11, 2027",
  });
});
