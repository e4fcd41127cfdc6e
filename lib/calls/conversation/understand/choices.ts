import { cardinalAt, literalAt } from "./numbers";
import type { ParsedUtterance, QuestionVariable, ValueMatch } from "./parsed-utterance";
import { stems, tokensOf } from "./tokens";

/** Where a whole label is said, on word boundaries. */
function spanOf(utterance: ParsedUtterance, label: string): { start: number; end: number } | null {
  const words = tokensOf(label.replace(/[\u2018\u2019]/g, "'")).map((t) => t.text);
  if (words.length === 0) return null;
  const at = utterance.tokens.findIndex((_, i) => words.every((w, n) => utterance.tokens[i + n]?.text === w));
  const first = utterance.tokens[at];
  const last = utterance.tokens[at + words.length - 1];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** Labels said whole; one that lies within a longer one ("plus" in "basic plus") was not meant. */
function byLabel(utterance: ParsedUtterance, choices: readonly string[]): ValueMatch[] {
  const matches = choices.flatMap((value) => {
    const span = spanOf(utterance, value);
    return span ? [{ value, ...span }] : [];
  });
  return matches.filter(
    (f) =>
      !matches.some(
        (o) => o !== f && o.start <= f.start && o.end >= f.end && o.end - o.start > f.end - f.start,
      ),
  );
}

const whole = (utterance: ParsedUtterance, value: string): ValueMatch => ({
  value,
  start: 0,
  end: utterance.text.length,
});

/** The choice that shares most telling words with what was said, if it is one alone. */
function byWords(utterance: ParsedUtterance, choices: readonly string[]): ValueMatch | null {
  const stop = new Set(utterance.phrases.choices.stopWords);
  const spokenStems = new Set(stems(utterance.text).filter((w) => !stop.has(w)));
  const scores = choices.map((value) => ({
    value,
    score: new Set(stems(value).filter((w) => spokenStems.has(w))).size,
  }));
  const best = Math.max(0, ...scores.map((s) => s.score));
  const top = scores.filter((s) => s.score === best);
  return best > 0 && top.length === 1 && top[0] ? whole(utterance, top[0].value) : null;
}

/** "the second one", "option two", "the last one", "2" */
function byOrdinal(utterance: ParsedUtterance, choices: readonly string[]): ValueMatch | null {
  const { last, first, nouns } = utterance.phrases.choices;
  const ordinals = utterance.phrases.dates.ordinals;
  for (const [i, token] of utterance.tokens.entries()) {
    const suffixed = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(token.text)?.[1];
    const ordinal = Object.hasOwn(ordinals, token.text) ? ordinals[token.text] : suffixed && Number(suffixed);
    const named = nouns.includes(utterance.tokens[i - 1]?.text ?? "") || utterance.tokens.length === 1;
    const cardinal = named
      ? (literalAt(utterance.tokens, i) ?? cardinalAt(utterance.phrases.numbers, utterance.tokens, i))
      : null;
    const index = last.includes(token.text)
      ? choices.length
      : first.includes(token.text)
        ? 1
        : ordinal || cardinal?.value;
    const value = index === undefined ? undefined : choices[index - 1];
    if (value !== undefined) return whole(utterance, value);
  }
  return null;
}

/** One of the choices, as it is spelled there. Two of them are no answer. */
export function findChoice(variable: QuestionVariable, utterance: ParsedUtterance): ValueMatch | null {
  const choices = variable.choices ?? [];
  const labels = byLabel(utterance, choices);
  if (labels.length > 0) return labels.length === 1 ? (labels[0] ?? null) : null;
  return utterance.isAnswer ? (byWords(utterance, choices) ?? byOrdinal(utterance, choices)) : null;
}
