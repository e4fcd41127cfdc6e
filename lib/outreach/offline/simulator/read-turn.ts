import type { Variable } from "@/lib/agents/agents/schema";

/**
 * The question in an agent's turn, judged by its words alone: callers see neither the model nor its state.
 * `isRepeated`: the agent asks again.
 */
export type TurnReading =
  | { request: "variable"; variable: Variable; isRepeated: boolean }
  | { request: "read_back" }
  | { request: "which_is_wrong" }
  | { request: "opt_out_confirmed" }
  | { request: "moment" }
  /** Another question, or no question. */
  | { request: "anything"; isQuestion: boolean };

const MASK = /\[[a-z_]+\]/g;
const AGAIN = /\b(?:sorry|did not (?:get|understand|catch)|once more|again)\b/i;
const OPT_OUT = /\bstop (?:contacting|calling|messaging)\b/i;
const WHICH = /\bwhich (?:one|of (?:these|them))\b|\bname the one\b/i;
const READ_BACK = /\bis (?:that|this|everything|it) (?:all )?(?:right|correct)\b/i;
const WHEN = /\b(?:when|what time)\b/i;
const CALL_YOU = /\bcall you\b/i;

/** "When …, so that we can call you": two searches, as one pattern for both takes quadratic time. */
function asksForMoment(text: string): boolean {
  const start = text.search(WHEN);
  return start >= 0 && CALL_YOU.test(text.slice(start));
}

/** Words that do not identify a variable. */
const STOP_WORDS = new Set(
  "the and you your for are can could what which when where how many much will would should please tell know whether with that this our was were his her their have has like want".split(
    " ",
  ),
);

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => !STOP_WORDS.has(word));

/** The sentences with a question mark or a request; else the whole text. */
function askingPart(text: string): string {
  const sentences = text.split(/(?<=[.?!])\s+/);
  const asking = sentences.filter((s) => s.endsWith("?") || /^(?:please|tell me)\b/i.test(s));
  return asking.length > 0 ? asking.join(" ") : text;
}

/** Finds the variable whose name and description share the most words with the question. */
function findRequestedVariable(text: string, variables: readonly Variable[]): Variable | null {
  const questionWords = new Set(wordsOf(askingPart(text)));
  let best: { variable: Variable; score: number } | null = null;
  for (const variable of variables) {
    const variableWords = new Set(wordsOf(`${variable.name.replaceAll("_", " ")} ${variable.description}`));
    const shared = [...variableWords].filter((word) => questionWords.has(word)).length;
    // Of two with equally many shared words, the one that is covered more completely wins.
    const score = variableWords.size === 0 ? 0 : shared + shared / (variableWords.size + 1);
    if (shared > 0 && (best === null || score > best.score)) best = { variable, score };
  }
  return best?.variable ?? null;
}

/** Interprets the agent's last text. Masks are removed, as they stand for values. */
export function readTurn(agentText: string, variables: readonly Variable[]): TurnReading {
  const text = agentText.replaceAll(MASK, "").replace(/\s+/g, " ").trim();
  if (OPT_OUT.test(text) && text.includes("?")) return { request: "opt_out_confirmed" };
  if (WHICH.test(text)) return { request: "which_is_wrong" };
  if (READ_BACK.test(text)) return { request: "read_back" };
  const variable = findRequestedVariable(text, variables);
  if (variable !== null) return { request: "variable", variable, isRepeated: AGAIN.test(text) };
  if (asksForMoment(text)) return { request: "moment" };
  return { request: "anything", isQuestion: text.includes("?") };
}
