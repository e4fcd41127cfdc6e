import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { createReadBack, readBackText } from "./read-back";

const words = (text: string) => ({ text, startMs: 100, endMs: 900 });

function open() {
  let question: Expectation = { kind: "digits", language: "en-US" };
  const readBack = createReadBack(() => question);
  return {
    readBack,
    askAnother() {
      question = { kind: "open", language: "en-US" };
    },
  };
}

describe("an uncertain answer", () => {
  it("is read back, digit by digit", () => {
    expect(readBackText(words("four double two"), { kind: "digits", language: "en" })).toBe(
      "I heard 4 2 2. Is that right?",
    );
    expect(readBackText(words("half past two"), { kind: "time", language: "en" })).toBe(
      "I heard half past two. Is that right?",
    );
  });

  it("counts after a yes, with its own times", () => {
    const { readBack } = open();
    readBack.ask(words("four two"));
    expect(readBack.isPending()).toBe(true);
    expect(readBack.answer({ text: "yes", startMs: 2_000, endMs: 2_400 })).toEqual({
      type: "confirmed",
      words: words("four two"),
    });
    expect(readBack.isPending()).toBe(false);
  });

  it.each(["no", "no that's wrong", NOT_UNDERSTOOD_TEXT])("does not count after %s", (text) => {
    const { readBack } = open();
    readBack.ask(words("four two"));
    const result = readBack.answer(words(text));
    expect(result.words.text).not.toContain("four");
    expect(result.type).not.toBe("confirmed");
  });

  it("is replaced by other words, such as a request", () => {
    const { readBack } = open();
    readBack.ask(words("four two"));
    expect(readBack.answer(words("stop calling me"))).toEqual({
      type: "replaced",
      words: words("stop calling me"),
    });
  });

  it("is forgotten once the agent asks something else", () => {
    const { readBack, askAnother } = open();
    readBack.ask(words("four two"));
    askAnother();
    expect(readBack.isPending()).toBe(false);
  });
});
