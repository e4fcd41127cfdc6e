import type { Asked, Found, Heard } from "./heard";
import { cardinalAt, literalAt } from "./numbers";
import { stems, tokensOf } from "./tokens";

/** Where a whole label is said, on word boundaries. */
function spanOf(heard: Heard, label: string): { start: number; end: number } | null {
  const words = tokensOf(label.replace(/[\u2018\u2019]/g, "'")).map((t) => t.text);
  if (words.length === 0) return null;
  const at = heard.tokens.findIndex((_, i) => words.every((w, n) => heard.tokens[i + n]?.text === w));
  const first = heard.tokens[at];
  const last = heard.tokens[at + words.length - 1];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** Labels said whole; one that lies within a longer one ("plus" in "basic plus") was not meant. */
function byLabel(heard: Heard, choices: readonly string[]): Found[] {
  const found = choices.flatMap((value) => {
    const span = spanOf(heard, value);
    return span ? [{ value, ...span }] : [];
  });
  return found.filter(
    (f) =>
      !found.some(
        (o) => o !== f && o.start <= f.start && o.end >= f.end && o.end - o.start > f.end - f.start,
      ),
  );
}

const whole = (heard: Heard, value: string): Found => ({ value, start: 0, end: heard.text.length });

/** The choice that shares most telling words with what was said, if it is one alone. */
function byWords(heard: Heard, choices: readonly string[]): Found | null {
  const stop = new Set(heard.phrases.choices.stopWords);
  const said = new Set(stems(heard.text).filter((w) => !stop.has(w)));
  const scores = choices.map((value) => ({
    value,
    score: new Set(stems(value).filter((w) => said.has(w))).size,
  }));
  const best = Math.max(0, ...scores.map((s) => s.score));
  const top = scores.filter((s) => s.score === best);
  return best > 0 && top.length === 1 && top[0] ? whole(heard, top[0].value) : null;
}

/** "the second one", "option two", "the last one", "2" */
function byOrdinal(heard: Heard, choices: readonly string[]): Found | null {
  const { last, first, nouns } = heard.phrases.choices;
  const ordinals = heard.phrases.dates.ordinals;
  for (const [i, token] of heard.tokens.entries()) {
    const suffixed = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(token.text)?.[1];
    const ordinal = Object.hasOwn(ordinals, token.text) ? ordinals[token.text] : suffixed && Number(suffixed);
    const named = nouns.includes(heard.tokens[i - 1]?.text ?? "") || heard.tokens.length === 1;
    const cardinal = named
      ? (literalAt(heard.tokens, i) ?? cardinalAt(heard.phrases.numbers, heard.tokens, i))
      : null;
    const index = last.includes(token.text)
      ? choices.length
      : first.includes(token.text)
        ? 1
        : ordinal || cardinal?.value;
    const value = index === undefined ? undefined : choices[index - 1];
    if (value !== undefined) return whole(heard, value);
  }
  return null;
}

/** One of the choices, as it is spelled there. Two of them are no answer. */
export function findChoice(variable: Asked, heard: Heard): Found | null {
  const choices = variable.choices ?? [];
  const labels = byLabel(heard, choices);
  if (labels.length > 0) return labels.length === 1 ? (labels[0] ?? null) : null;
  return heard.asked ? (byWords(heard, choices) ?? byOrdinal(heard, choices)) : null;
}
