import { expect, it } from "vitest";
import { isFlag, isInteger, isNullOr, isNumber, isOneOf, isText, storedList } from "./stored-list";

const list = storedList<{ index: number }>({
  index: isInteger,
  role: isOneOf(["caller", "agent"]),
  text: isNullOr(isText),
  at: isNumber,
  done: isFlag,
});
const ITEM = { index: 0, role: "agent", text: null, at: 1.5, done: true };

it("returns the list itself, with fields that it does not know", () => {
  const stored = [
    { ...ITEM, later: { a: 1 } },
    { ...ITEM, text: "Hello" },
  ];
  expect(list.parse(stored)).toBe(stored);
  expect(list.parse([])).toEqual([]);
});

it.each([
  ["an object", {}],
  ["a list of other values", [1]],
  ["null in it", [null]],
  ["a missing field", [{ ...ITEM, at: undefined }]],
  ["a fraction", [{ ...ITEM, index: 0.5 }]],
  ["no number", [{ ...ITEM, at: Number.NaN }]],
  ["an unknown value", [{ ...ITEM, role: "human" }]],
  ["another type after a valid item", [ITEM, { ...ITEM, text: 1 }]],
  ["a text for a flag", [{ ...ITEM, done: "true" }]],
])("refuses %s", (_, stored) => expect(list.safeParse(stored).success).toBe(false));
