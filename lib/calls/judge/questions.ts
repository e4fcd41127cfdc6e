import type { JudgeProblem } from "./values";

/** A question to a judge about a transcript. An agent's criterion is assignable to it. */
export type JudgeQuestion = {
  name: string;
  question: string;
  guidance: string;
} & (
  | { kind: "yes_no" }
  | { kind: "scale"; min: number; max: number; labels: readonly { value: number; label: string }[] }
  | { kind: "text" }
);

/** A turn as the judge reads it, masked. */
export type JudgeTurn = { role: string; text: string | null };

/**
 * The answer to a question. `value`: 1 or 0 for yes or no, the point of a scale, null for a text. Without an answer there is a
 * problem and never a guess.
 */
export type Verdict =
  | { state: "judged"; value: number | null; text: string | null; reason: string }
  | { state: "not_judged"; problem: JudgeProblem };
/** The answers by the question's name. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Returns the same problem for each question. */
export const withoutAnswers = (questions: readonly JudgeQuestion[], problem: JudgeProblem): Verdicts =>
  new Map(questions.map(({ name }) => [name, { state: "not_judged", problem }]));
