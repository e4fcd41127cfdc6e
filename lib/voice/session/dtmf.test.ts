import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { completeKeys, dtmfPrompt, isKeypadFirst, keypadFirstPrompt, pressKey } from "./dtmf";

/** The answer of keys pressed one after the other. */
function type(
  keys: string,
  kind: Expectation["kind"],
  choices?: string[],
  more: Partial<Expectation> = {},
): string | null {
  let typed = "";
  for (const key of keys) {
    const next = pressKey(typed, key, { kind, language: "en-US", ...(choices && { choices }), ...more });
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

  it.each([
    ["12012026#", "date", "en-US", "2026-12-01"],
    ["12012026#", "date", "en-GB", "2026-01-12"],
    ["1430#", "time", "en-US", "14:30"],
    ["930#", "time", "en-US", "930"],
  ] as const)("%s to a question for a %s in %s is %s", (keys, kind, language, answer) => {
    expect(type(keys, kind, undefined, { language })).toBe(answer);
  });

  it("of a number with a fixed length need no hash key", () => {
    const digits = { min_length: 4, max_length: 4, checksum: "none" as const };
    expect(type("4711", "digits", undefined, { digits })).toBe("4711");
    expect(completeKeys("12012026", { kind: "date", language: "en-US" })).toBe("2026-12-01");
  });

  it("are part of the question where spoken answers are often misheard", () => {
    expect(
      (["digits", "phone", "date", "yes_no"] as const).map((kind) => isKeypadFirst({ kind, language: "en" })),
    ).toEqual([true, true, false, false]);
    expect(keypadFirstPrompt({ kind: "digits", language: "en-US" })).toContain("hash key");
    expect(keypadFirstPrompt({ kind: "digits", language: "de" })).toBeNull();
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
