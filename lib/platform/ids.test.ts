import { expect, test } from "vitest";
import { idPattern, madeAtMs, newId } from "./ids";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");

test("identifiers of one millisecond sort in the order in which they were made, whatever they are of", () => {
  const made = Array.from({ length: 500 }, (_, i) => newId(i % 2 === 0 ? "key" : "aud", NOON).slice(4));
  expect(made.toSorted()).toEqual(made);
});

test("a later millisecond sorts behind the last one of the former", () => {
  const former = Array.from({ length: 2_000 }, () => newId("call", NOON)).toSorted();
  const later = newId("call", NOON + 1);
  expect(former.at(-1)?.localeCompare(later)).toBe(-1);
  expect(madeAtMs(later)).toBe(NOON + 1);
});

test("more than a millisecond has places for are all others, and well formed", () => {
  const made = Array.from({ length: 5_000 }, () => newId("call", NOON));
  expect(new Set(made).size).toBe(5_000);
  expect(made.filter((id) => !idPattern("call").test(id))).toEqual([]);
});
