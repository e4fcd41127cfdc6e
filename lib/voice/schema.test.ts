import { expect, it } from "vitest";
import { builtinSupport } from "./schema";

it("tells which variables need the keypad, a confirmation or a speech provider with the built-in transcriber", () => {
  const digits = { min_length: 4, max_length: 8, checksum: "none" as const };
  expect(builtinSupport({ type: "string", digits })).toBe("keypad");
  expect(builtinSupport({ type: "phone", digits: null })).toBe("keypad");
  expect(builtinSupport({ type: "date", digits: null })).toBe("confirmed");
  expect(builtinSupport({ type: "string", digits: null })).toBe("provider");
  expect(builtinSupport({ type: "boolean", digits: null })).toBe("spoken");
});
