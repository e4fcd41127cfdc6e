import { expect, test } from "vitest";
import { ProviderFailureNote } from "@/lib/calls/calls/schema";
import { failureWords, isFull } from "./provider-words";

const { kind: KINDS, part: PARTS } = ProviderFailureNote.shape;
const failure = (part: "voice" | "transcriber", kind: ProviderFailureNote["kind"]): ProviderFailureNote => ({
  at: "2026-11-21T10:00:00.000Z",
  provider: "acme",
  part,
  kind,
});

test("every way in which a provider fails is told, with what was used instead", () => {
  const sentences = PARTS.options.flatMap((part) =>
    KINDS.options.map((kind) => failureWords(failure(part, kind))),
  );
  expect(new Set(sentences.map(({ text }) => text)).size).toBe(PARTS.options.length * KINDS.options.length);
  expect(failureWords(failure("voice", "timeout"))).toEqual({
    label: "Voice",
    text: "acme did not answer in time; builtin:slt said it instead.",
  });
});

test("a list that can hold no more says so", () => {
  expect(isFull([failure("voice", "timeout")])).toBe(false);
  expect(isFull(Array.from({ length: 20 }, () => failure("voice", "timeout")))).toBe(true);
});
