import { expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { changesOf } from "./changes";

test("lists each field of an entry once, with its values before and after", () => {
  const before = { name: "Front desk", tools: ["opt_out"], live: false };
  const after = { name: "Night desk", tools: ["opt_out", "end_call"], kept: { days: 3 } };
  expect(changesOf(english("records.audit"), { before, after })).toEqual([
    { field: "kept", before: null, after: '{\n  "days": 3\n}' },
    { field: "live", before: "no", after: null },
    { field: "name", before: "Front desk", after: "Night desk" },
    { field: "tools", before: "opt_out", after: "opt_out, end_call" },
  ]);
  expect(changesOf(english("records.audit"), { before: null, after: null })).toEqual([]);
});
