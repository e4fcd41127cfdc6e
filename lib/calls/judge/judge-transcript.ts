import type { LanguageModelV3 } from "@ai-sdk/provider";
import { generateText } from "ai";
import { toModelError } from "@/lib/agents/models";
import { type JudgeQuestion, type JudgeTurn, type Verdicts, withoutAnswers } from "./questions";
import { readJudgeAnswer } from "./read-judge-answer";
import { JUDGE_SYSTEM, writeJudgePrompt } from "./write-judge-prompt";

/** Characters of a transcript that a judge reads, about 50,000 tokens. */
const MAX_TRANSCRIPT_CHARS = 200_000;
/** Tokens of an answer: 20 texts of 500 characters with their reasons. */
const MAX_ANSWER_TOKENS = 6_000;

/**
 * Asks a language model questions about a masked transcript, in one request without retries. The transcript is data: it cannot
 * close its delimiter. `signal` limits the time. Does not reject: a question without a usable answer has a problem.
 */
export async function judgeTranscript(
  model: LanguageModelV3,
  questions: readonly JudgeQuestion[],
  turns: readonly JudgeTurn[],
  signal: AbortSignal,
): Promise<Verdicts> {
  if (!turns.some(({ role }) => role === "caller" || role === "agent"))
    return withoutAnswers(questions, "no_transcript");
  const length = turns.reduce((sum, { text }) => sum + (text ?? "").length, 0);
  if (length > MAX_TRANSCRIPT_CHARS) return withoutAnswers(questions, "transcript_too_long");
  try {
    const { text } = await generateText({
      model,
      system: JUDGE_SYSTEM,
      prompt: writeJudgePrompt(questions, turns),
      maxOutputTokens: MAX_ANSWER_TOKENS,
      abortSignal: signal,
      maxRetries: 0,
    });
    return readJudgeAnswer(questions, text);
  } catch (error) {
    if (signal.aborted || toModelError(error).code === "timeout")
      return withoutAnswers(questions, "model_timeout");
    return withoutAnswers(questions, "model_failed");
  }
}
