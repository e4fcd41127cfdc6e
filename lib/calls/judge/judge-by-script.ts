import type { JudgeQuestion, JudgeTurn, Verdict, Verdicts } from "./questions";

/** The reason of each answer of the scripted test model. */
const SCRIPTED_REASON = "The scripted test model counts the caller's turns. It does not judge.";

/** Caller's turns from which the scripted model answers yes. */
const ENOUGH_TURNS = 2;

function answerOf(question: JudgeQuestion, callerTurns: number): Verdict {
  const judged = { state: "judged", text: null, reason: SCRIPTED_REASON } as const;
  if (question.kind === "yes_no") return { ...judged, value: callerTurns >= ENOUGH_TURNS ? 1 : 0 };
  if (question.kind === "text")
    return { ...judged, value: null, text: `Turns of the caller: ${callerTurns}` };
  return { ...judged, value: Math.min(question.max, question.min + callerTurns) };
}

/**
 * Answers for the scripted test model, which cannot judge: by the number of the caller's turns, so that the demo and tests have
 * answers without a provider. The reason says so.
 */
export function judgeByScript(questions: readonly JudgeQuestion[], turns: readonly JudgeTurn[]): Verdicts {
  const callerTurns = turns.filter(({ role }) => role === "caller").length;
  return new Map(questions.map((question) => [question.name, answerOf(question, callerTurns)]));
}
