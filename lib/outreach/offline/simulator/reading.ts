import type { Variable } from "@/lib/agents/agents/schema";

/**
 * What an agent's turn wants of the caller, as far as its words tell. Callers know no more than that: not the model,
 * nor what it has noted. `again`: it asks once more.
 */
export type Reading =
  | { wants: "variable"; variable: Variable; again: boolean }
  | { wants: "read_back" }
  | { wants: "which_is_wrong" }
  | { wants: "opt_out_confirmed" }
  | { wants: "moment" }
  /** A question that is none of these, or no question at all. */
  | { wants: "anything"; question: boolean };

const MASK = /\[[a-z_]+\]/g;
const AGAIN = /\b(?:sorry|did not (?:get|understand|catch)|once more|again)\b/i;
const OPT_OUT = /\bstop (?:contacting|calling|messaging)\b/i;
const WHICH = /\bwhich (?:one|of (?:these|them))\b|\bname the one\b/i;
const READ_BACK = /\bis (?:that|this|everything|it) (?:all )?(?:right|correct)\b/i;
const WHEN = /\b(?:when|what time)\b/i;
const CALL_YOU = /\bcall you\b/i;

/** "When …, so that we can call you": two searches, as one pattern for both takes quadratic time. */
function asksForMoment(text: string): boolean {
  const at = text.search(WHEN);
  return at >= 0 && CALL_YOU.test(text.slice(at));
}

/** Words that say nothing of what is asked for. */
const COMMON = new Set(
  "the and you your for are can could what which when where how many much will would should please tell know whether with that this our was were his her their have has like want".split(
    " ",
  ),
);

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => !COMMON.has(word));

/** The sentences that ask: those with a question mark, or a request; else the whole. */
function askingPart(text: string): string {
  const sentences = text.split(/(?<=[.?!])\s+/);
  const asking = sentences.filter((s) => s.endsWith("?") || /^(?:please|tell me)\b/i.test(s));
  return asking.length > 0 ? asking.join(" ") : text;
}

/** The variable whose name and description share most words with the question. */
function askedFor(text: string, variables: readonly Variable[]): Variable | null {
  const said = new Set(wordsOf(askingPart(text)));
  let best: { variable: Variable; score: number } | null = null;
  for (const variable of variables) {
    const own = new Set(wordsOf(`${variable.name.replaceAll("_", " ")} ${variable.description}`));
    const shared = [...own].filter((word) => said.has(word)).length;
    // Of two that share as many words, the one that is said more wholly.
    const score = own.size === 0 ? 0 : shared + shared / (own.size + 1);
    if (shared > 0 && (best === null || score > best.score)) best = { variable, score };
  }
  return best?.variable ?? null;
}

/** Reads what the agent said last; masks in it stand for values, and are no words. */
export function readTurn(heard: string, variables: readonly Variable[]): Reading {
  const text = heard.replaceAll(MASK, "").replace(/\s+/g, " ").trim();
  if (OPT_OUT.test(text) && text.includes("?")) return { wants: "opt_out_confirmed" };
  if (WHICH.test(text)) return { wants: "which_is_wrong" };
  if (READ_BACK.test(text)) return { wants: "read_back" };
  const variable = askedFor(text, variables);
  if (variable !== null) return { wants: "variable", variable, again: AGAIN.test(text) };
  if (asksForMoment(text)) return { wants: "moment" };
  return { wants: "anything", question: text.includes("?") };
}
