import { isSmallTalk } from "./answers";
import { findDateTimeRanges, type TokenRange } from "./dates";
import { findIntroducedNames, findSpelledRanges } from "./introductions";
import { buildLattice, findDigitRuns, type Lattice } from "./lattice";
import { findSplitDigitRuns } from "./live-digits";
import { isCaller, type ParsedTurn, spanOf } from "./parse-turns";
import { isQuantityOrDate } from "./quantities-and-dates";
import { mentionsTopic, type Sentence, splitSentences, stem } from "./sentences";
import { tokenize } from "./tokens";
import type { MaskVariable, Span, Turn } from "./turn";
import {
  addSpokenWords,
  addWithheldText,
  agentVocabularyOf,
  createWithheldContent,
  repeatsWithheldContent,
  repeatsWithheldDigits,
  type WithheldContent,
} from "./withheld-content";

/** Shorter runs of digits occur everywhere by chance (product rule "Fail closed"). */
const RUN_MIN = 3;

/** Whether a range of a turn is the value of another variable, so that it does not belong to this one. */
export type IsClaimed = (turn: Turn, start: number, end: number) => boolean;

/**
 * Finds possible values of a variable that has no value: a caller said it before the question and hung up, took it back,
 * or was not understood. Its place is unknown. So all digits of callers are masked (except prices, counts, dates and
 * times), introduced names and spelled letters too, and every repetition by agents and tools.
 */
export function findUnextractedSpans(
  variable: MaskVariable,
  answering: ReadonlySet<number>,
  readings: readonly ParsedTurn[],
  isClaimed: IsClaimed,
): Span[] {
  const callers = readings.filter(({ turn }) => isCaller(turn));
  const split = findSplitDigitRuns(callers);
  const taboo = createWithheldContent();
  const vocabulary = agentVocabularyOf([variable]);
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
      for (const { from, to } of ranges)
        addWithheldText(taboo, buildLattice(sliceOf(text, from, to)), vocabulary);
      return ranges.map(({ from, to }) => spanOf(turn, "text", text, from, to, variable.name));
    }
    const spans = repeatedSpans(variable, reading, taboo);
    addSpokenWords(vocabulary, reading);
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
  if (variable.type === "date" || variable.type === "time") return findDateTimeRanges(text);
  const runs = findDigitRuns(text).filter(
    ({ from, to, digits }) => digits.length >= RUN_MIN && holdsDigits(variable, text, from, to),
  );
  return variable.type === "string" || variable.type === "email"
    ? [...runs, ...textRanges(variable, text)]
    : runs;
}

/** Whether digits may be the variable's value. Prices and counts may only be the value of a number variable. */
const holdsDigits = ({ type }: MaskVariable, text: Lattice, from: number, to: number): boolean =>
  type === "number" || !isQuantityOrDate(text, from, to);

/** Ranges of introduced names, spelled letters, and sentences about the variable. */
function textRanges(variable: MaskVariable, text: Lattice): TokenRange[] {
  if (holdsAddress(text)) return [whole(text)];
  const topic = wideTopicOf(variable);
  const topicSentences = splitSentences(text).filter(
    (sentence) => mentionsTopic(text, sentence, topic) && tells(text, sentence),
  );
  return [...topicSentences, ...findIntroducedNames(text), ...findSpelledRanges(text)];
}

/** Whether a text contains an e-mail address, written or spoken. */
function holdsAddress({ tokens }: Lattice): boolean {
  const isAt = tokens.some(({ text }) => text === "@" || text === "at");
  return tokens.some(({ text }) => text === "@") || (isAt && tokens.some(({ text }) => text === "dot"));
}

const tells = (text: Lattice, { from, to }: Sentence): boolean =>
  !isSmallTalk(buildLattice(sliceOf(text, from, to)));

const questionTopics = new WeakMap<MaskVariable, ReadonlySet<string>>();

/** The stems of a variable's name and description, including common words that identify its question ("name"). */
export function wideTopicOf(variable: MaskVariable): ReadonlySet<string> {
  const cached = questionTopics.get(variable);
  if (cached !== undefined) return cached;
  const words = tokenize(`${variable.name} ${variable.description}`).filter(
    ({ kind, text, info }) => kind === "word" && text.length >= 3 && !info?.stopWord,
  );
  const topic = new Set(words.map(({ text }) => stem(text)));
  questionTopics.set(variable, topic);
  return topic;
}

/** Spans in which an agent or a tool repeats withheld content of callers. */
function repeatedSpans(
  variable: MaskVariable,
  { turn, text, tool }: ParsedTurn,
  taboo: WithheldContent,
): Span[] {
  const spans: Span[] = [];
  for (const sentence of text === undefined ? [] : splitSentences(text)) {
    if (
      text === undefined ||
      !repeatsWithheldContent(taboo, buildLattice(sliceOf(text, sentence.from, sentence.to)), [])
    )
      continue;
    spans.push(spanOf(turn, "text", text, sentence.from, sentence.to, variable.name));
  }
  for (const { part, lattice } of tool) {
    for (const { from, to, digits } of findDigitRuns(lattice)) {
      if (digits.length >= RUN_MIN && repeatsWithheldDigits(taboo, digits))
        spans.push(spanOf(turn, part, lattice, from, to, variable.name));
    }
  }
  return spans;
}
