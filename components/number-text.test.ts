import { expect, it } from "vitest";
import { numberOf, numberText } from "./number-text";

it("keeps the characters of a number", () => {
  const whole = { decimals: 0, allowNegative: false };
  expect(numberText("-1,200 ms", whole)).toBe("1200");
  expect(numberText("1.5", whole)).toBe("1");
  const decimal = { decimals: 3, allowNegative: true };
  expect(numberText(" -0.5.1234", decimal)).toBe("-0.512");
  expect(numberText("0.", decimal)).toBe("0.");
  expect(["", "-", ".", "0.", "1.5"].map(numberOf)).toEqual(["", "", "", 0, 1.5]);
});
