import type { TokenRange } from "./dates";
import type { Reading } from "./document";
import { answeredRanges, introducedRanges, selfIntroducedRanges, spelledRanges } from "./introductions";
import type { Lattice } from "./lattice";
import type { Mistaken } from "./mistaken-range";
import type { MaskVariable } from "./turn";
import { type OtherValues, type ValueFacts, valueFacts } from "./value-facts";

/** A word of these in its name or description makes a variable a person's name. */
const NAME_WORDS = /\b(?:name|surname|names|who|caller|calling|called)\b/i;

type Facts = { variable: MaskVariable; answering: ReadonlySet<number>; others: OtherValues };

const isNameLike = ({ type, name, description }: MaskVariable, value: ValueFacts): boolean =>
  type === "string" && value.digits === "" && NAME_WORDS.test(`${name} ${description}`.replaceAll("_", " "));

/**
 * Names by which callers introduce themselves and that the value does not hold. If a caller was asked for the name and
 * never said the stored one, words written as names and spelled letters count too.
 */
export function mistakenNames(
  { variable, answering, others }: Facts,
  value: string,
  callers: readonly Reading[],
): Mistaken[] {
  const stored = valueFacts(value);
  if (!isNameLike(variable, stored)) return [];
  const isLost = answering.size > 0 && !callers.some(({ text }) => text !== undefined && says(text, stored));
  return callers.flatMap((reading) => {
    const { text, position } = reading;
    if (text === undefined) return [];
    const isOther = ({ from, to }: TokenRange): boolean =>
      text.tokens
        .slice(from, to)
        .some(({ text: word }) => !stored.words.has(word) && !others.holdsWord(word));
    const named = isLost ? introducedRanges(text) : selfIntroducedRanges(text);
    if (answering.has(position) && !says(text, stored)) named.push(...answeredRanges(text));
    const isSpelling = isLost || text.tokens.some(({ text: word }) => /^spel(?:l|led|ling|t)$/.test(word));
    const spelled = isSpelling ? spelledRanges(text).filter((range) => !isSpelled(text, range, stored)) : [];
    return [...joined(named.filter(isOther)), ...spelled].map((range) => ({ reading, text, range }));
  });
}

/** Does a text hold a word of the value, or spell it? */
function says(text: Lattice, stored: ValueFacts): boolean {
  if (text.tokens.some(({ text: word }) => stored.words.has(word))) return true;
  return spelledRanges(text).some((range) => isSpelled(text, range, stored));
}

const isSpelled = ({ tokens }: Lattice, { from, to }: TokenRange, { chars }: ValueFacts): boolean =>
  chars.includes(
    tokens
      .slice(from, to)
      .filter(({ kind }) => kind === "word")
      .map(({ text, info }) => info?.letter ?? text)
      .join(""),
  );

/** Each range once, and neighbors together, so that a name of short words is found as one. */
function joined(ranges: readonly TokenRange[]): TokenRange[] {
  const sorted = [...ranges].sort((a, b) => a.from - b.from || b.to - a.to);
  const names: TokenRange[] = [];
  for (const range of sorted) {
    const last = names.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else names.push({ ...range });
  }
  return names;
}
