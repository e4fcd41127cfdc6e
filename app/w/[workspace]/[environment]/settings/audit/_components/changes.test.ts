import { expect, test } from "vitest";
import { changesOf } from "./changes";

test("each field of an entry is told once, with what it was and what it became", () => {
  const before = { name: "Front desk", tools: ["opt_out"], live: false };
  const after = { name: "Night desk", tools: ["opt_out", "end_call"], kept: { days: 3 } };
  expect(changesOf({ before, after })).toEqual([
    { field: "kept", before: null, after: '{\n  "days": 3\n}' },
    { field: "live", before: "no", after: null },
    { field: "name", before: "Front desk", after: "Night desk" },
    { field: "tools", before: "opt_out", after: "opt_out, end_call" },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
});
