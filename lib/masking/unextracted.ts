import { isSmallTalk } from "./answers";
import { type TokenRange, whenRanges } from "./dates";
import { isCaller, type Reading, spanOf } from "./document";
import { isFigure } from "./figures";
import { introducedRanges, spelledRanges } from "./introductions";
import { digitRuns, type Lattice, readText } from "./lattice";
import { splitDigitRuns } from "./live-digits";
import { type Sentence, sentences, speaksOf, stem } from "./sentences";
import { addTaboo, addWords, noTaboo, ownWords, repeatsRun, type Taboo, touches } from "./taboo";
import { tokenize } from "./tokens";
import type { MaskVariable, Span, Turn } from "./turn";

/** Fewer digits are everywhere (product rule "Fail closed"). */
const RUN_MIN = 3;

/** Is a stretch of a turn the value of another variable? Then it is not this one's. */
export type IsClaimed = (turn: Turn, start: number, end: number) => boolean;

/**
 * What may be the value of a variable that has none: a caller said it before the question and hung up, took it back, or
 * was not understood. Nothing tells where it lies, so that the digits of callers stay withheld (not prices, counts,
 * dates and times), and names and letters in what introduces them; and where agents and tools repeat this.
 */
export function unextractedSpans(
  variable: MaskVariable,
  answering: ReadonlySet<number>,
  readings: readonly Reading[],
  isClaimed: IsClaimed,
): Span[] {
  const callers = readings.filter(({ turn }) => isCaller(turn));
  const split = splitDigitRuns(callers);
  const taboo = noTaboo();
  const known = ownWords([variable]);
  return readings.flatMap((reading) => {
    const { turn, text, position } = reading;
    if (isCaller(turn)) {
      if (text === undefined) return [];
      const isAnswer = answering.has(position) && !isSmallTalk(text);
      const digits = (split.get(position) ?? []).filter(({ from, to }) =>
        holdsDigits(variable, text, from, to),
      );
      const ranges = isAnswer
        ? [whole(text)]
        : [...rangesIn(variable, text), ...digits].filter(
            (range) => !isClaimed(turn, ...bounds(text, range)),
          );
      for (const { from, to } of ranges) addTaboo(taboo, readText(sliceOf(text, from, to)), known);
      return ranges.map(({ from, to }) => spanOf(turn, "text", text, from, to, variable.name));
    }
    const spans = repeatedSpans(variable, reading, taboo);
    addWords(known, reading);
    return spans;
  });
}

const whole = (text: Lattice): TokenRange => ({ from: 0, to: text.tokens.length });

const bounds = ({ tokens }: Lattice, { from, to }: TokenRange): [number, number] => [
  tokens[from]?.start ?? 0,
  tokens[to - 1]?.end ?? 0,
];

const sliceOf = (text: Lattice, from: number, to: number): string =>
  text.text.slice(text.tokens[from]?.start ?? 0, text.tokens[to - 1]?.end ?? 0);

function rangesIn(variable: MaskVariable, text: Lattice): TokenRange[] {
  if (variable.type === "date" || variable.type === "time") return whenRanges(text);
  const runs = digitRuns(text).filter(
    ({ from, to, digits }) => digits.length >= RUN_MIN && holdsDigits(variable, text, from, to),
  );
  return variable.type === "string" || variable.type === "email"
    ? [...runs, ...textRanges(variable, text)]
    : runs;
}

/** An amount may be what a variable of type number asks for. */
const holdsDigits = ({ type }: MaskVariable, text: Lattice, from: number, to: number): boolean =>
  type === "number" || !isFigure(text, from, to);

/** Names and letters where they are introduced, and sentences that speak of the variable. */
function textRanges(variable: MaskVariable, text: Lattice): TokenRange[] {
  if (holdsAddress(text)) return [whole(text)];
  const topic = wideTopicOf(variable);
  const about = sentences(text).filter(
    (sentence) => speaksOf(text, sentence, topic) && tells(text, sentence),
  );
  return [...about, ...introducedRanges(text), ...spelledRanges(text)];
}

/** An e-mail address, written or said. */
function holdsAddress({ tokens }: Lattice): boolean {
  const isAt = tokens.some(({ text }) => text === "@" || text === "at");
  return tokens.some(({ text }) => text === "@") || (isAt && tokens.some(({ text }) => text === "dot"));
}

const tells = (text: Lattice, { from, to }: Sentence): boolean =>
  !isSmallTalk(readText(sliceOf(text, from, to)));

const questionTopics = new WeakMap<MaskVariable, ReadonlySet<string>>();

/** The words of a variable's name and description, also the common ones that its question is known by ("name"). */
export function wideTopicOf(variable: MaskVariable): ReadonlySet<string> {
  const kept = questionTopics.get(variable);
  if (kept !== undefined) return kept;
  const words = tokenize(`${variable.name} ${variable.description}`).filter(
    ({ kind, text, info }) => kind === "word" && text.length >= 3 && !info?.stopWord,
  );
  const topic = new Set(words.map(({ text }) => stem(text)));
  questionTopics.set(variable, topic);
  return topic;
}

/** What an agent or a tool repeats of what callers said. */
function repeatedSpans(variable: MaskVariable, { turn, text, tool }: Reading, taboo: Taboo): Span[] {
  const spans: Span[] = [];
  for (const sentence of text === undefined ? [] : sentences(text)) {
    if (text === undefined || !touches(taboo, readText(sliceOf(text, sentence.from, sentence.to)), []))
      continue;
    spans.push(spanOf(turn, "text", text, sentence.from, sentence.to, variable.name));
  }
  for (const { part, lattice } of tool) {
    for (const { from, to, digits } of digitRuns(lattice)) {
      if (digits.length >= RUN_MIN && repeatsRun(taboo, digits))
        spans.push(spanOf(turn, part, lattice, from, to, variable.name));
    }
  }
  return spans;
}
