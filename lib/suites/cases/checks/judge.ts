import type { LanguageModelV3 } from "@ai-sdk/provider";
import { judgeTranscript } from "@/lib/calls/judge";
import type { FinishedConversation } from "../finish-conversation";

/** Answers a question about a conversation with yes (true) or no. Null if the model gives no clear answer or fails. */
export type Judge = (question: string, conversation: FinishedConversation) => Promise<boolean | null>;

/** Name of the only question of a request. */
const NAME = "question";

/** A judge that asks a language model, which reads the masked transcript only. */
export const createJudge =
  (model: LanguageModelV3, signal: AbortSignal): Judge =>
  async (question, { maskedTurns }) => {
    const questions = [{ name: NAME, kind: "yes_no", question, guidance: "" }] as const;
    const verdict = (await judgeTranscript(model, questions, maskedTurns, signal)).get(NAME);
    return verdict?.state === "judged" ? verdict.value === 1 : null;
  };
