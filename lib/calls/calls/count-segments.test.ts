import { expect, it } from "vitest";
import { countSegments } from "./count-segments";

it.each([
  ["", 0],
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  ["я".repeat(70), 1],
  ["я".repeat(71), 2],
  ["😀".repeat(35), 1],
  ["😀".repeat(36), 2],
])("counts the segments of a text (%#)", (text, segments) => {
  expect(countSegments(text)).toBe(segments);
});
