import { ModelError } from "@/lib/agents/models";
import type { ModelAgent } from "./model-contract";
import type { StoredTurn } from "./state";

/** Sentences that the engine says when the model provides none. */
type Phrases = {
  hello: string;
  /** The model gave no answer or declined to answer. */
  unanswered: string;
  /** The provider's content filter stopped the answer. */
  filtered: string;
  failed: string;
  failedWithHuman: string;
  /** A call has reached a cost limit. */
  costLimit: string;
  /** A tool is slow. */
  holding: string;
};

const en: Phrases = {
  hello: "Hello. How can I help you?",
  unanswered: "I am sorry, I have no answer to that. Could you put it in other words?",
  filtered: "I am sorry, I cannot help with that. Is there anything else?",
  failed: "I am sorry, I cannot continue because of a technical problem.",
  failedWithHuman:
    "I am sorry, I cannot continue because of a technical problem. Shall I put you through to a person?",
  costLimit: "I am sorry, I have to end our conversation here. Please contact us again later. Goodbye.",
  holding: "One moment, please.",
};

/** The engine speaks English only. Callers in other languages hear English instead of silence. */
export const enginePhrases = (_language: string): Phrases => en;

/** This many consecutive empty answers count as a model failure. */
const MAX_EMPTY_ANSWERS = 2;

/**
 * The sentence that replaces an answer without words (empty, refused, cut, filtered). Null if the model has
 * failed. If the agent has not spoken yet, it is the agent's greeting.
 */
export function fallbackAnswerFor(
  error: unknown,
  { greeting, language }: Pick<ModelAgent, "greeting" | "language">,
  turns: readonly StoredTurn[],
): string | null {
  if (!(error instanceof ModelError) || (error.code !== "empty_answer" && error.code !== "filtered"))
    return null;
  const phrases = enginePhrases(language);
  const agentTurns = turns.filter(({ role }) => role === "agent");
  if (agentTurns.length === 0) return greeting ?? phrases.hello;
  const { unanswered, filtered } = phrases;
  const latestTexts = agentTurns.slice(-MAX_EMPTY_ANSWERS).map(({ text }) => text ?? "");
  const isStuck =
    latestTexts.length === MAX_EMPTY_ANSWERS &&
    latestTexts.every((text) => text === unanswered || text === filtered);
  if (isStuck) return null;
  return error.code === "filtered" ? filtered : unanswered;
}
