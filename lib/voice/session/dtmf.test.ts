import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { dtmfPrompt, pressKey } from "./dtmf";

/** The answer of keys pressed one after the other. */
function type(keys: string, kind: Expectation["kind"], choices?: string[]): string | null {
  let typed = "";
  for (const key of keys) {
    const next = pressKey(typed, key, { kind, language: "en-US", ...(choices && { choices }) });
    if (next.text !== null) return next.text;
    typed = next.keys;
  }
  return null;
}

describe("keys as an answer", () => {
  it.each([
    ["1", "yes_no", "yes"],
    ["2", "yes_no", "no"],
    ["4711#", "digits", "4711"],
    ["47*4712#", "digits", "4712"],
    ["12#", "yes_no", "yes"],
    ["5#", "yes_no", "5"],
    ["#", "digits", null],
    ["4711", "digits", null],
  ] as const)("%s to a question for %s is %s", (keys, kind, answer) => {
    expect(type(keys, kind)).toBe(answer);
  });

  it("a choice is its place", () => {
    expect(type("2", "choice", ["red", "green"])).toBe("green");
    expect(type("3#", "choice", ["red", "green"])).toBe("3");
  });

  it("limits the number of keys", () => {
    expect(type("7".repeat(40), "phone")).toHaveLength(32);
  });

  it("are offered where they can answer", () => {
    const offer = (kind: Expectation["kind"], language = "en-GB") =>
      dtmfPrompt({ kind, language, choices: ["red", "green"] });
    expect(offer("yes_no")).toContain("press 1 for yes");
    expect(offer("choice")).toBe("You can also press 1 for red, 2 for green.");
    expect(offer("open")).toBeNull();
    expect(offer("yes_no", "de-DE")).toBeNull();
  });
});
