import type { Expectation } from "@/lib/agents/providers/schema";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { readAnswer } from "@/lib/calls/recordings";
import type { Words } from "./call-state-machine";
import { digitsOf } from "./digits-rule";

/** Words that the caller has to confirm, and the question that they answer. */
type Pending = { words: Words; question: Expectation };

/** The result of the caller's next words: the earlier words are confirmed or rejected, or new ones replace them. */
type ReadBackResult = { type: "confirmed" | "rejected" | "replaced"; words: Words };

/** Kinds whose digits are read one by one. */
const DIGIT_KINDS: readonly Expectation["kind"][] = ["digits", "phone"];

/** The sentence that reads an answer back. */
export function readBackText({ text }: Pick<Words, "text">, { kind }: Expectation): string {
  const digits = DIGIT_KINDS.includes(kind) ? digitsOf(text) : "";
  const readText = digits === "" ? text : [...digits].join(" ");
  return `I heard ${readText}. Is that right?`;
}

/**
 * Reads uncertain answers back to the caller before they count. Only one is pending, and only while the agent's
 * question is the same.
 */
export function createReadBack(currentQuestion: () => Expectation) {
  let pending: Pending | null = null;
  const isPending = (): boolean => {
    if (pending !== null && pending.question !== currentQuestion()) pending = null;
    return pending !== null;
  };
  return {
    isPending,
    /** Starts to wait for the confirmation. Returns the sentence to say. */
    ask(words: Words): string {
      const question = currentQuestion();
      pending = { words, question };
      return readBackText(words, question);
    },
    /** The caller's next words. */
    answer(words: Words): ReadBackResult {
      if (pending === null) return { type: "replaced", words };
      const { words: earlier } = pending;
      pending = null;
      const answer = readAnswer(words.text);
      if (answer === "yes") return { type: "confirmed", words: earlier };
      const isRejected = answer === "no" || words.text === NOT_UNDERSTOOD_TEXT;
      return isRejected
        ? { type: "rejected", words: { ...earlier, text: NOT_UNDERSTOOD_TEXT } }
        : { type: "replaced", words };
    },
    /** The caller did something else. */
    drop(): void {
      pending = null;
    },
  };
}
