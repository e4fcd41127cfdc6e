import type { TokenRange } from "./dates";
import {
  findAnsweredNames,
  findIntroducedNames,
  findSelfIntroducedNames,
  findSpelledRanges,
} from "./introductions";
import type { Lattice } from "./lattice";
import type { MisextractedRange } from "./misextracted-range";
import type { ParsedTurn } from "./parse-turns";
import type { MaskVariable } from "./turn";
import { analyzeValue, type OtherValues, type ValueFacts } from "./value-facts";

/** A variable is a person's name if its name or description has one of these words. */
const NAME_WORDS = /\b(?:name|surname|names|who|caller|calling|called)\b/i;

type Facts = { variable: MaskVariable; answering: ReadonlySet<number>; otherValues: OtherValues };

const isNameLike = ({ type, name, description }: MaskVariable, value: ValueFacts): boolean =>
  type === "string" && value.digits === "" && NAME_WORDS.test(`${name} ${description}`.replaceAll("_", " "));

/**
 * Finds names by which callers introduce themselves and that the stored value does not contain. If the agent asked for
 * the name and no caller said the stored one, capitalized words and spelled letters count too.
 */
export function findMisextractedNames(
  { variable, answering, otherValues }: Facts,
  value: string,
  callers: readonly ParsedTurn[],
): MisextractedRange[] {
  const stored = analyzeValue(value);
  if (!isNameLike(variable, stored)) return [];
  const isLost = answering.size > 0 && !callers.some(({ text }) => text !== undefined && says(text, stored));
  return callers.flatMap((reading) => {
    const { text, position } = reading;
    if (text === undefined) return [];
    const isOther = ({ from, to }: TokenRange): boolean =>
      text.tokens
        .slice(from, to)
        .some(({ text: word }) => !stored.words.has(word) && !otherValues.holdsWord(word));
    const named = isLost ? findIntroducedNames(text) : findSelfIntroducedNames(text);
    if (answering.has(position) && !says(text, stored)) named.push(...findAnsweredNames(text));
    const isSpelling = isLost || text.tokens.some(({ text: word }) => /^spel(?:l|led|ling|t)$/.test(word));
    const spelled = isSpelling
      ? findSpelledRanges(text).filter((range) => !isSpelled(text, range, stored))
      : [];
    return [...joined(named.filter(isOther)), ...spelled].map((range) => ({ reading, text, range }));
  });
}

/** Whether a text contains a word of the value, or spells it. */
function says(text: Lattice, stored: ValueFacts): boolean {
  if (text.tokens.some(({ text: word }) => stored.words.has(word))) return true;
  return findSpelledRanges(text).some((range) => isSpelled(text, range, stored));
}

const isSpelled = ({ tokens }: Lattice, { from, to }: TokenRange, { chars }: ValueFacts): boolean =>
  chars.includes(
    tokens
      .slice(from, to)
      .filter(({ kind }) => kind === "word")
      .map(({ text, info }) => info?.letter ?? text)
      .join(""),
  );

/** Merges duplicate and adjacent ranges, so that a name of several short words is one range. */
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
