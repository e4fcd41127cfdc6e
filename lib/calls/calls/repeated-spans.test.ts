import { expect, it } from "vitest";
import { findRepeatedSpans } from "./repeated-spans";

const NO_TIMES = { start_ms: 0, end_ms: 0, interrupted: false };
const turns = [
  { index: 0, role: "agent" as const, text: "then 16", ...NO_TIMES },
  { index: 1, role: "caller" as const, text: "then 16", ...NO_TIMES },
  { index: 2, role: "caller" as const, text: "it is 4 8 1 5", ...NO_TIMES },
];
const span = (turn: number, start: number, end: number) => ({
  turn,
  part: "text",
  start,
  end,
  variable: "account_number",
});
const spans = [span(0, 5, 7), span(1, 5, 7), span(2, 6, 13)];
const find = (name: string, value: unknown) => findRepeatedSpans(turns, spans, [{ name, value, index: 9 }]);

it("finds the span of a caller's turn in a value that repeats the turn or its part", () => {
  const expected = { turn: 9, part: "/arguments/0", variable: "account_number" };
  expect(find("note", "then 16")).toEqual([{ ...expected, start: 5, end: 7 }]);
  expect(find("note", 16)).toEqual([{ ...expected, start: 0, end: 2 }]);
});

it("leaves out a part of a word, a part of a longer span, and the variable's own spans", () => {
  expect(find("note", "1")).toEqual([]);
  expect(find("guests", 4)).toEqual([]);
  expect(find("account_number", "16")).toEqual([]);
  expect(find("note", "")).toEqual([]);
});
