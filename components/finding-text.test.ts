import { expect, it } from "vitest";
import { createFinding, FINDINGS } from "@/lib/agents/providers/check/finding-table";
import { placeholdersIn } from "@/lib/platform/reasons/reason-table";
import { checks } from "@/messages/en/checks";
import { english } from "@/messages/testing/english";
import { findingText } from "./finding-text";

const TEXTS: Readonly<Record<string, string>> = checks.finding;
const t = english("checks.finding");

it("every finding of a check has a text with the values of its sentence", () => {
  expect(Object.keys(TEXTS).toSorted()).toEqual(Object.keys(FINDINGS).toSorted());
  for (const [reason, { code, message }] of Object.entries(FINDINGS)) {
    const names = placeholdersIn(message);
    const params = Object.fromEntries(names.map((name) => [name, "x-7"]));
    expect([reason, findingText(t, { reason, params, message: code })]).not.toEqual([reason, code]);
    expect([reason, placeholdersIn(TEXTS[reason] ?? "")]).toEqual([reason, names]);
  }
});

it("a finding of a newer server has the server's sentence", () => {
  expect(findingText(t, { reason: "of_tomorrow", message: "The key is odd." })).toBe("The key is odd.");
});

it("values of a sentence are bounded", () => {
  const { message, params } = createFinding("registration_failed", null, { detail: "x".repeat(10_000) });
  expect(params?.detail).toHaveLength(500);
  expect(message.length).toBeLessThan(600);
  expect(createFinding("voice_speaks", "anna")).toEqual({
    ok: true,
    code: "voice",
    reason: "voice_speaks",
    subject: "anna",
    message: "The voice speaks.",
  });
});
