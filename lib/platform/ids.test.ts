import { expect, test } from "vitest";
import { createdAtMsOf, idPattern } from "./id-format";
import { newId } from "./ids";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");

test("identifiers of one millisecond sort by creation order, across prefixes", () => {
  const ids = Array.from({ length: 500 }, (_, i) => newId(i % 2 === 0 ? "key" : "aud", NOON).slice(4));
  expect(ids.toSorted()).toEqual(ids);
});

test("identifiers of a later millisecond sort after those of an earlier one", () => {
  const earlier = Array.from({ length: 2_000 }, () => newId("call", NOON)).toSorted();
  const later = newId("call", NOON + 1);
  expect(earlier.at(-1)?.localeCompare(later)).toBe(-1);
  expect(createdAtMsOf(later)).toBe(NOON + 1);
});

test("identifiers are unique and well formed beyond the ordered ones of a millisecond", () => {
  const ids = Array.from({ length: 5_000 }, () => newId("call", NOON));
  expect(new Set(ids).size).toBe(5_000);
  expect(ids.filter((id) => !idPattern("call").test(id))).toEqual([]);
});
