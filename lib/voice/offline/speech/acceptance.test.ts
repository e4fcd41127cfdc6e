import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { judgeTranscription } from "./acceptance";

const judge = (kind: Expectation["kind"], text: string, confidence: number) => {
  const { understood, isUncertain = false } = judgeTranscription(
    { kind, language: "en-US" },
    { text, confidence, understood: true },
  );
  return understood ? (isUncertain ? "read back" : "accepted") : "not understood";
};

describe("words of the decoder", () => {
  it("are accepted, read back or not understood by their confidence", () => {
    expect([0.9, 0.5, 0.2].map((confidence) => judge("date", "may third", confidence))).toEqual([
      "accepted",
      "read back",
      "not understood",
    ]);
  });

  it("that are digits or letters are always read back", () => {
    expect(judge("digits", "four two", 1)).toBe("read back");
    expect(judge("phone", "four two", 1)).toBe("read back");
    expect(judge("text", "b c", 1)).toBe("read back");
  });

  it.each(["yes", "no", "no thank you"])("are never read back, and rarely refused: %s", (text) => {
    for (const kind of ["yes_no", "digits", "date", "open"] as const) {
      expect(judge(kind, text, 0.31)).toBe("accepted");
      expect(judge(kind, text, 0.2)).toBe("not understood");
    }
  });

  it.each(["stop calling me", "don't record this", "let me talk to a person"])(
    "are never refused: %s",
    (text) => {
      for (const kind of ["yes_no", "digits", "date", "open"] as const)
        expect(judge(kind, text, 0)).toBe("accepted");
    },
  );

  it("stay unknown where they were", () => {
    expect(
      judgeTranscription({ kind: "open", language: "en" }, { text: "", confidence: 0, understood: false })
        .understood,
    ).toBe(false);
  });
});
