import { expect, test } from "vitest";
import { ProviderFailureNote } from "@/lib/calls/calls/schema";
import { english } from "@/messages/testing/english";
import { failureText, isFull } from "./failure-text";

const t = english("calls");
const { kind: KINDS, part: PARTS } = ProviderFailureNote.shape;
const failure = (part: "voice" | "transcriber", kind: ProviderFailureNote["kind"]): ProviderFailureNote => ({
  at: "2026-11-21T10:00:00.000Z",
  provider: "acme",
  part,
  kind,
});

test("every provider failure has a text, with its fallback", () => {
  const texts = PARTS.options.flatMap((part) =>
    KINDS.options.map((kind) => JSON.stringify(failureText(t, failure(part, kind)))),
  );
  expect(new Set(texts).size).toBe(PARTS.options.length * KINDS.options.length);
  expect(failureText(t, failure("voice", "timeout"))).toEqual({
    label: "Voice",
    failure: "acme did not respond in time.",
    fallback: "The built-in voice was used instead.",
  });
});

test("a list is full at its maximum length", () => {
  expect(isFull([failure("voice", "timeout")])).toBe(false);
  expect(isFull(Array.from({ length: 20 }, () => failure("voice", "timeout")))).toBe(true);
});
