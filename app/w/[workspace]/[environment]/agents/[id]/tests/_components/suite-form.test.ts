import { expect, test } from "vitest";
import { TestCase } from "@/lib/suites/cases/schema";
import { TestCaseInput } from "@/lib/suites/suites/schema";
import { formatPairs, parsePairs } from "./pairs";
import { caseBody, caseValues, fieldOfProblem, findTextProblems, newCase, suiteValues } from "./suite-form";

const base = {
  name: "A case",
  channel: "phone",
  starts_at: "2027-03-01T15:00:00.000Z",
  time_zone: "America/New_York",
  variables: { people: 4, vip: true, code: "0042", name: "Alex", none: null },
  tools: [{ tool: "look_up", arguments: { order: "7" }, ok: false, result: { error: "gone" } }],
};
const CHECKS = [
  { type: "outcome", one_of: ["booked", "declined"] },
  { type: "end_reason", one_of: ["agent_ended"] },
  { type: "variable", name: "people", equals: 4, tolerance: 1 },
  { type: "variable", name: "code", equals: "0042", tolerance: 0 },
  { type: "variable", name: "none", equals: null, tolerance: 0 },
  { type: "tool_called", tool: "look_up", arguments: { order: "7" }, min: 0, max: 2 },
  { type: "agent_says", any_of: ["see you * then"] },
  { type: "agent_never_says", any_of: ["guarantee", "promise"] },
  { type: "judge", question: "Was the agent polite?", expected: false },
  { type: "reply_time", max_ms: 900, percentile: 50 },
  { type: "turns", max: 12 },
];
const CALLERS = [
  { type: "script", lines: ["A table, please.", "Four."] },
  { type: "simulated", persona: "walter", seed: 7, answers: { people: "four of us" } },
  { type: "model", model: "openai:gpt-5", instructions: "Impatient.", goal: "A table." },
];

test.each(CALLERS)("the form keeps every field of a case with the caller $type", (caller) => {
  const testCase = TestCase.parse({ ...base, caller, checks: CHECKS });
  expect(TestCaseInput.parse(caseBody(caseValues(testCase)))).toEqual(testCase);
});

test("values of pairs keep their types", () => {
  const values = { a: 'say "hi" = yes', b: "12", c: 12, d: "", e: " spaced " };
  expect(parsePairs(formatPairs(values))).toEqual(values);
});

test("text that is no JSON, and lines without an equals sign, are problems of their fields", () => {
  const values = suiteValues(null);
  const row = { ...newCase(), variables: "people = 4\nvip" };
  row.tools = [{ key: "t", tool: "look_up", arguments: "{", ok: true, result: "null" }];
  expect(findTextProblems({ ...values, cases: [row] })).toEqual([
    { path: "cases.0.variables", kind: "notPairs", line: 2 },
    { path: "cases.0.tools.0.arguments", kind: "notJson" },
  ]);
});

test("a problem of a list is shown at the field that it is typed in", () => {
  expect(fieldOfProblem("cases.3.caller.lines.2")).toBe("cases.3.caller.lines");
  expect(fieldOfProblem("cases.3.checks.1.one_of.0")).toBe("cases.3.checks.1.one_of");
  expect(fieldOfProblem("cases.3.caller.model")).toBe("cases.3.caller.model");
});
