import { expect, it } from "vitest";
import { DECISION_REASONS, decisionReason, findDecisionReason } from "@/lib/platform/reasons/decisions";
import { policy } from "@/messages/en/policy";
import { english } from "@/messages/testing/english";
import { decisionReasonText } from "./decision-reason-text";

const t = english("policy.reason");

it("every reason has a text, and both are sentences without values", () => {
  expect(Object.keys(policy.reason).toSorted()).toEqual(Object.keys(DECISION_REASONS).toSorted());
  const sentences = Object.values(DECISION_REASONS).map(({ message }) => message);
  for (const text of [...Object.values(policy.reason), ...sentences]) expect(text).toMatch(/^[A-Z][^{}]+\.$/);
});

it("the sentence and its code tell the reason", () => {
  for (const [reason, { code, message }] of Object.entries(DECISION_REASONS))
    expect(findDecisionReason(code, message)).toBe(reason);
  expect(findDecisionReason("no_consent", "The row is odd.")).toBeUndefined();
});

it("a reason of an earlier or a later release has the server's sentence", () => {
  expect(decisionReasonText(t, { message: "No carrier." })).toBe("No carrier.");
  expect(decisionReasonText(t, { reason: null, message: "No carrier." })).toBe("No carrier.");
  expect(decisionReasonText(t, { reason: "of_tomorrow", message: "No carrier." })).toBe("No carrier.");
  expect(decisionReasonText(t, decisionReason("carrier_retried"))).toBe(policy.reason.carrier_retried);
});
