import { expect, test } from "vitest";
import { failureReasonOf } from "./read-failed-calls";

const call = { end_reason: "agent_ended", outcome_successful: true, callerTurns: 8, notUnderstood: 0 };

test.each([
  [{}, null],
  [{ end_reason: "model_error" }, "error"],
  [{ end_reason: "tool_error", outcome_successful: false }, "error"],
  [{ end_reason: "transferred", notUnderstood: 2 }, "transferred_after_misunderstandings"],
  [{ end_reason: "transferred", notUnderstood: 1 }, null],
  [{ notUnderstood: 2 }, "low_understanding"],
  [{ notUnderstood: 2, callerTurns: 20 }, null],
  [{ notUnderstood: 1, callerTurns: 2 }, null],
  [{ end_reason: "caller_hung_up" }, null],
  [{ end_reason: "caller_hung_up", outcome_successful: null }, "hung_up"],
  [{ outcome_successful: false }, "outcome_failed"],
  [{ outcome_successful: null }, null],
])("%j is failed for %s", (facts, reason) => {
  expect(failureReasonOf({ ...call, ...facts })).toBe(reason);
});
