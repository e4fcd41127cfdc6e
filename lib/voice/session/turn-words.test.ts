import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { isBackchannel, isUnfinished, isUrgent } from "./turn-words";

const question = (kind: Expectation["kind"], language = "en-US"): Expectation => ({ kind, language });

describe("a sign of attention", () => {
  it.each(["mm-hm", "Uh-huh.", "er yep", "okay", "I see", "right", "yeah"])("%s", (text) => {
    expect(isBackchannel(text, question("open"))).toBe(true);
  });

  it.each(["yes", "no", "stop", "okay I want to book", "wait", ""])("not %s", (text) => {
    expect(isBackchannel(text, question("open"))).toBe(false);
  });

  it("is an answer to a question for a yes", () => {
    expect(isBackchannel("okay", question("yes_no"))).toBe(false);
    expect(isBackchannel("uh-huh", question("yes_no"))).toBe(false);
    expect(isBackchannel("hmm", question("yes_no"))).toBe(true);
  });

  it("is not judged in other languages", () => {
    expect(isBackchannel("okay", question("open", "de-DE"))).toBe(false);
  });
});

describe("an unfinished sentence", () => {
  it.each(["my number is", "four five and", "I want to", "um", "it's", "at"])("%s", (text) => {
    expect(isUnfinished(text, question("open"))).toBe(true);
  });

  it.each(["yes", "four five six", "next tuesday", "", "my number is four"])("not %s", (text) => {
    expect(isUnfinished(text, question("open"))).toBe(false);
  });

  it("does not end with a letter that is spelled", () => {
    expect(isUnfinished("b a", question("text"))).toBe(false);
    expect(isUnfinished("b a", question("open"))).toBe(true);
  });
});

it.each([
  ["stop calling me", true],
  ["don't record this", true],
  ["let me talk to a person", true],
  ["yes", false],
  ["(not understood)", false],
])("%s takes effect during a disclosure: %s", (text, urgent) => {
  expect(isUrgent(text, "en-US")).toBe(urgent);
});
