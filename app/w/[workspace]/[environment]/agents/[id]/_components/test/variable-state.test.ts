import { expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { variableStateOf } from "./variable-state";

const agentTurn = (asks?: string | null): Turn => ({
  index: 0,
  role: "agent",
  text: "…",
  start_ms: 0,
  end_ms: 0,
  interrupted: false,
  ...(asks !== undefined && { asks }),
});

test("a variable is not asked, asked, then captured or masked", () => {
  const before = { turns: [agentTurn(null)], values: {} };
  expect(variableStateOf("day", before)).toBe("not_asked");
  const afterQuestion = { turns: [agentTurn("day")], values: { day: null } };
  expect(variableStateOf("day", afterQuestion)).toBe("asked");
  expect(variableStateOf("day", { ...afterQuestion, values: { day: "2026-12-24" } })).toBe("captured");
  expect(variableStateOf("day", { ...afterQuestion, values: { day: false } })).toBe("captured");
  expect(variableStateOf("day", { ...afterQuestion, values: { day: { masked: true } } })).toBe("masked");
});

test("it is open if the model does not say which variables it asks for", () => {
  expect(variableStateOf("day", { turns: [agentTurn()], values: {} })).toBe("open");
  expect(variableStateOf("day", { turns: [agentTurn(), agentTurn("day")], values: {} })).toBe("asked");
});

test("a variable that is named like a property of every object has no value", () => {
  expect(variableStateOf("constructor", { turns: [agentTurn(null)], values: {} })).toBe("not_asked");
});
