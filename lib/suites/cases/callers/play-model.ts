import type { LanguageModelV3 } from "@ai-sdk/provider";
import { generateText } from "ai";
import type { CaseCaller } from "../schema";
import type { CaseCallerPlayer } from "./case-caller";

/** The answer with which the model ends the conversation. */
const HANG_UP = "[HANG UP]";
/** Longest words of a caller, in characters. A longer answer is cut. */
const MAX_CHARS = 2_000;
/** Output tokens of a turn: more than a caller says at once. */
const MAX_TOKENS = 500;

const systemPrompt = ({ instructions, goal }: CaseCaller & { type: "model" }): string =>
  [
    "You play a person who talks to an automated agent. You are the caller, never the agent.",
    "Answer with the caller's next words only, as they would say them: no stage directions, no quotation marks.",
    `When the goal is reached, cannot be reached, or the conversation is over, answer with ${HANG_UP} alone.`,
    `Who you are:\n${instructions}`,
    `Your goal:\n${goal}`,
  ].join("\n\n");

/** A caller whom a language model plays. Rejects if the model fails; the turn's time limit is the signal's. */
export function playModel(caller: CaseCaller & { type: "model" }, model: LanguageModelV3): CaseCallerPlayer {
  const system = systemPrompt(caller);
  const replies: string[] = [];
  return async (agentTexts, signal) => {
    // The roles are reversed: the agent's words are the messages of this model's user.
    const messages = agentTexts.flatMap((text, i) => [
      { role: "user" as const, content: text || "(silence)" },
      ...(replies[i] === undefined ? [] : [{ role: "assistant" as const, content: replies[i] }]),
    ]);
    const { text } = await generateText({
      model,
      system,
      messages,
      maxOutputTokens: MAX_TOKENS,
      abortSignal: signal,
      maxRetries: 0,
    });
    const words = text.trim().slice(0, MAX_CHARS);
    if (words === "" || words.includes(HANG_UP)) return { type: "hang_up" };
    replies.push(words);
    return { type: "say", text: words };
  };
}
