import { ModelError } from "@/lib/agents/models";
import type { ModelAgent } from "./model-contract";
import type { KeptTurn } from "./state";

/** What the engine says where a model gives it nothing to say. */
type Phrases = {
  hello: string;
  /** The model gave no answer, or declined to give one. */
  unanswered: string;
  /** The provider's filter stopped the answer. */
  filtered: string;
  failed: string;
  failedWithHuman: string;
  /** A tool takes its time. */
  holding: string;
};

const en: Phrases = {
  hello: "Hello. How can I help you?",
  unanswered: "I am sorry, I have no answer to that. Could you put it in other words?",
  filtered: "I am sorry, I cannot help with that. Is there anything else?",
  failed: "I am sorry, I cannot continue because of a technical problem.",
  failedWithHuman:
    "I am sorry, I cannot continue because of a technical problem. Shall I put you through to a person?",
  holding: "One moment, please.",
};

/** The one language that the engine speaks. A language that it does not speak hears English rather than silence. */
export const enginePhrases = (_language: string): Phrases => en;

/** As often as this in a row, having no answer is a failure. */
const MAX_UNANSWERED = 2;

/**
 * What is said in place of an answer that held no words (empty, refused, cut, filtered); null where the model has
 * failed. Without a word from anyone yet it is the agent's greeting.
 */
export function insteadOf(
  error: unknown,
  { greeting, language }: Pick<ModelAgent, "greeting" | "language">,
  turns: readonly KeptTurn[],
): string | null {
  if (!(error instanceof ModelError) || (error.code !== "empty_answer" && error.code !== "filtered"))
    return null;
  const phrases = enginePhrases(language);
  const spoken = turns.filter(({ role }) => role === "agent");
  if (spoken.length === 0) return greeting ?? phrases.hello;
  const { unanswered, filtered } = phrases;
  const latest = spoken.slice(-MAX_UNANSWERED).map(({ text }) => text ?? "");
  const isStuck =
    latest.length === MAX_UNANSWERED && latest.every((text) => text === unanswered || text === filtered);
  if (isStuck) return null;
  return error.code === "filtered" ? filtered : unanswered;
}
