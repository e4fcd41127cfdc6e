import { expect, it } from "vitest";
import {
  hasFields,
  isAbsentOr,
  isFlag,
  isInteger,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isRecordOf,
  isText,
  storedShape,
} from "./stored-shape";

const shape = storedShape<{ turns: unknown[] }>({
  turns: isListOf(
    hasFields({
      index: isInteger,
      role: isOneOf(["caller", "agent"]),
      text: isNullOr(isText),
      at: isNumber,
      done: isFlag,
    }),
  ),
  values: isRecordOf(isText),
  note: isAbsentOr(isText),
});
const TURN = { index: 0, role: "agent", text: null, at: 1.5, done: true };
const STORED = { turns: [TURN], values: { day: "Monday" } };

it("returns the object itself, with fields that it does not know", () => {
  const stored = { ...STORED, turns: [{ ...TURN, later: { a: 1 } }], note: "Hello", newer: 1 };
  expect(shape.parse(stored)).toBe(stored);
  expect(shape.parse({ turns: [], values: {} })).toEqual({ turns: [], values: {} });
});

it.each([
  ["null", null],
  ["a list", [STORED]],
  ["a missing field", { turns: [TURN] }],
  ["an object for a list", { ...STORED, turns: {} }],
  ["a list of other values", { ...STORED, turns: [1] }],
  ["null in a list", { ...STORED, turns: [null] }],
  ["a missing field in a list", { ...STORED, turns: [{ ...TURN, at: undefined }] }],
  ["a fraction", { ...STORED, turns: [{ ...TURN, index: 0.5 }] }],
  ["no number", { ...STORED, turns: [{ ...TURN, at: Number.NaN }] }],
  ["an unknown value", { ...STORED, turns: [{ ...TURN, role: "human" }] }],
  ["another type after a valid item", { ...STORED, turns: [TURN, { ...TURN, text: 1 }] }],
  ["a text for a flag", { ...STORED, turns: [{ ...TURN, done: "true" }] }],
  ["a list for a record", { ...STORED, values: ["Monday"] }],
  ["another type in a record", { ...STORED, values: { day: "Monday", guests: {} } }],
  ["another type of an optional field", { ...STORED, note: 1 }],
])("refuses %s", (_, stored) => expect(shape.safeParse(stored).success).toBe(false));

it("names each field that does not fit, without its value", () => {
  const { error } = shape.safeParse({ turns: 48151623, values: null });
  expect(error?.issues.map(({ path }) => path)).toEqual([["turns"], ["values"]]);
  expect(JSON.stringify(error?.issues)).not.toContain("48151623");
});
