import { z } from "zod";
import { ModelError, parseJsonAnswer } from "@/lib/agents/models";
import { scrubCardText } from "@/lib/masking";
import type { JudgeQuestion, Verdict, Verdicts } from "./questions";
import { withoutAnswers } from "./questions";
import { MAX_TEXT } from "./write-judge-prompt";

/** Most characters of a reason. A longer one is shortened. */
const MAX_REASON = 300;
/** More answers than an agent has criteria. */
const MAX_ANSWERS = 100;

const Answers = z.object({
  answers: z
    .array(
      z.object({
        name: z.string(),
        answer: z.union([z.boolean(), z.number(), z.string(), z.null()]),
        reason: z.string().default(""),
      }),
    )
    .max(MAX_ANSWERS),
});
type Answer = z.output<typeof Answers>["answers"][number];

const INVALID: Verdict = { state: "not_judged", problem: "invalid_answer" };

function readAnswer(question: JudgeQuestion, { answer, reason }: Answer): Verdict {
  if (answer === null) return { state: "not_judged", problem: "undecided" };
  // The judge reads masks only, but it can invent a card number, which is never stored.
  const judged = { state: "judged", text: null, reason: scrubCardText(reason.slice(0, MAX_REASON)) } as const;
  if (question.kind === "yes_no")
    return typeof answer === "boolean" ? { ...judged, value: answer ? 1 : 0 } : INVALID;
  if (question.kind === "text")
    return typeof answer === "string" && answer.trim() !== ""
      ? { ...judged, value: null, text: scrubCardText(answer.slice(0, MAX_TEXT)) }
      : INVALID;
  const isPoint =
    typeof answer === "number" &&
    Number.isInteger(answer) &&
    answer >= question.min &&
    answer <= question.max;
  return isPoint ? { ...judged, value: answer } : INVALID;
}

/**
 * Reads a judge's answer. A question whose answer is missing, repeated or of another kind has the problem `invalid_answer`. An
 * answer to no question is ignored.
 */
export function readJudgeAnswer(questions: readonly JudgeQuestion[], answer: string): Verdicts {
  let parsed: z.output<typeof Answers>;
  try {
    parsed = Answers.parse(parseJsonAnswer(answer));
  } catch (error) {
    if (error instanceof ModelError || error instanceof z.ZodError)
      return withoutAnswers(questions, "invalid_answer");
    throw error;
  }
  return new Map(
    questions.map((question) => {
      const answers = parsed.answers.filter(({ name }) => name === question.name);
      const [first] = answers;
      const isClear = first !== undefined && answers.length === 1;
      return [question.name, isClear ? readAnswer(question, first) : INVALID];
    }),
  );
}
