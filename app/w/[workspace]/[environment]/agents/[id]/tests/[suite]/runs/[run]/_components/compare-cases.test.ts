import { expect, test } from "vitest";
import type { CaseResults } from "@/lib/suites/runs/schema";
import { compareCases } from "./compare-cases";

const result = (name: string, passed: boolean | null, index = 0): CaseResults => ({
  index,
  name,
  passed,
  pass_rate: null,
  confidence: null,
  checks: [],
  repetitions: [],
});

test("cases are paired by name, and those that fail now come first", () => {
  const now = [result("a", true), result("b", false), result("c", true), result("d", null)];
  const before = [result("b", true), result("a", false), result("d", true)];
  expect(compareCases(now, before).map(({ result: { name }, change }) => [name, change])).toEqual([
    ["b", "nowFails"],
    ["a", "nowPasses"],
    ["c", "newCase"],
    ["d", null],
  ]);
});

test("without another run nothing has changed", () => {
  expect(compareCases([result("a", false)], null)).toEqual([
    { result: result("a", false), earlier: null, change: null },
  ]);
});
