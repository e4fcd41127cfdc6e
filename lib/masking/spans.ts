import { groupBy } from "@/lib/platform/group-by";
import { type AnswerFacts, findAnswerDisclosure, findCandidates } from "./answers";
import { findBooleanOrChoiceSpans, isBooleanOrChoice } from "./boolean-or-choice";
import { findContextSpans, findExactReadings, needsContext } from "./context-spans";
import { findContinuationSpans } from "./continuations";
import { findDigitRuns, type Lattice } from "./lattice";
import { findMisextractedRanges, searchTextsOf } from "./misextracted";
import type { MisextractedRange } from "./misextracted-range";
import { type AgentTurns, type ParsedTurn, parseTurns, spanOf } from "./parse-turns";
import { findAnswerPositions, inferAnswerPositions } from "./questions";
import { findScatteredWordSpans } from "./scattered-words";
import { buildSearchPatterns, isCommonValue, type SearchPattern } from "./search-patterns";
import { buildSearchIndex, searchStream } from "./search-stream";
import { findDatesAndTimes, searchTurns, type ValueSpan } from "./search-turns";
import type { Sentence } from "./sentences";
import { canonicalize } from "./tokens";
import { findToolSpans } from "./tool-spans";
import type { MaskVariable, Span, Turn, Values } from "./turn";
import { findUnextractedSpans } from "./unextracted";
import { analyzeValues, OtherValues, type ValueFacts } from "./value-facts";

/** The input of the span search for one variable. */
type Sought = {
  variable: MaskVariable;
  value: Values[string] | undefined;
  /** Positions of the caller turns that answer the variable's question. */
  answering: ReadonlySet<number>;
  /** The final value, and the earlier values that tools received. */
  excluded: ReadonlySet<string | number>;
  /** Ranges in which callers give another value than the stored one. */
  mistaken: readonly MisextractedRange[];
};

/**
 * Finds every place in the turns that reveals a variable's value. Covers all given variables, sensitive or not, so that
 * a variable can be marked sensitive later. Searches the turns of callers (in words or digits, with any spacing, split
 * over turns, corrected, in part, repeated), the read-backs of agents, and tool turns.
 *
 * Fails closed: a turn that answers a variable's question is a span as a whole if no caller turn contains the value.
 * Pure. The result is ordered by turn and offset. With `sides` "apart" each agent turn is searched separately.
 */
export function findSpans(
  turns: readonly Turn[],
  values: Values,
  variables: readonly MaskVariable[],
  sides: AgentTurns = "joined",
): Span[] {
  const readings = parseTurns(turns);
  const facts = analyzeValues(values);
  const all = variables.map((variable) => seek(variable, values, facts, readings));
  const needles = all.flatMap((target) => needlesOf(target, readings));
  const matchesByVariable = groupBy(
    searchTurns(readings, buildSearchIndex(needles), sides),
    ({ variable }) => variable,
  );
  const claims = groupBy(
    [...matchesByVariable.values()]
      .flat()
      .filter(({ isFinalValue, isCallerTurn, part }) => isFinalValue && isCallerTurn && part === "text"),
    ({ turn }) => String(turn),
  );
  const spans = all.flatMap((target) => {
    const { variable, value, excluded } = target;
    const moments = findDatesAndTimes(variable, new Set([...excluded].map(String)), value, readings);
    const spans = spansOf(target, [...(matchesByVariable.get(variable.name) ?? []), ...moments], readings);
    // In a running call the live view withholds digits and answers itself, and the value may still be extracted.
    return sides === "joined" ? [...spans, ...missedSpans(target, readings, claims)] : spans;
  });
  return tidy([...spans, ...spokenSpans(turns, variables)]);
}

/** Most values to search for per variable. A longer list comes from a tool's answer, not from the caller. */
const GIVEN_MAX = 32;

function seek(
  variable: MaskVariable,
  values: Values,
  facts: ReadonlyMap<string, ValueFacts>,
  readings: readonly ParsedTurn[],
): Sought {
  const value = values[variable.name];
  // All options of a choice are searched for, so that the masks do not reveal the chosen one.
  const excluded = new Set<string | number>(variable.type === "choice" ? variable.choices : []);
  if (typeof value === "string" || typeof value === "number") excluded.add(value);
  const name = canonicalize(variable.name);
  for (const { memberNames, leaf } of readings.flatMap(({ tool }) => tool)) {
    if (typeof leaf !== "boolean" && excluded.size < GIVEN_MAX && memberNames.includes(name))
      excluded.add(leaf);
  }
  const answering = findAnswerPositions(variable, value, readings);
  const otherValues = new OtherValues(facts, variable.name);
  const mistaken = findMisextractedRanges({ variable, value, answering, otherValues }, readings);
  return { variable, value, answering, excluded, mistaken };
}

/** The patterns of the final value, of earlier values that tools received, and of earlier answers. */
function needlesOf(
  { variable, value, answering, excluded, mistaken }: Sought,
  readings: readonly ParsedTurn[],
): SearchPattern[] {
  const needles = [...excluded].flatMap((each) =>
    buildSearchPatterns(variable, each, each === value || variable.type === "choice"),
  );
  const final = buildSearchIndex(needles.filter((needle) => needle.isFinalValue));
  for (const position of answering) {
    const { text, turn } = readings[position] ?? {};
    if (text === undefined) continue;
    // An answer to a question that stayed open may be about something else, so it is masked only in its own turn.
    if ((value === null || value === undefined) && turn?.answers !== variable.name) continue;
    const isInTurn = searchStream([text], final).some((match) => match.isWhole);
    for (const candidate of findCandidates(variable, text, value, isInTurn)) {
      needles.push(...buildSearchPatterns({ ...variable, type: "string" }, candidate, false));
    }
  }
  const misheard = new Set(mistaken.flatMap(searchTextsOf));
  for (const candidate of [...misheard].slice(0, GIVEN_MAX))
    needles.push(...buildSearchPatterns({ ...variable, type: "string" }, candidate, false));
  const patterns = new Map<string, SearchPattern>();
  for (const needle of needles) {
    if (needle.isFinalValue || !patterns.has(needle.chars)) patterns.set(needle.chars, needle);
  }
  return [...patterns.values()];
}

/** All spans of one variable: search results, its answers, spans by context, misextracted values, leaves of tools. */
function spansOf(first: Sought, matches: readonly ValueSpan[], readings: readonly ParsedTurn[]): Span[] {
  const { variable, value } = first;
  const inCalls = matches.filter((span) => span.isCallerTurn);
  const lost = !inCalls.some((span) => span.isFinalValue) && first.answering.size === 0;
  const target = lost ? { ...first, answering: inferAnswerPositions(variable, value, readings) } : first;
  // The words of a choice only select the sentence that is masked whole.
  const pointsOnly = (span: ValueSpan) => variable.type === "choice" && span.part === "text";
  const spans: Span[] = matches.filter((span) => !pointsOnly(span));
  spans.push(...answerSpans(target, inCalls, readings));
  spans.push(...tellingPositions(target, matches, readings));
  spans.push(...findScatteredWordSpans(variable, value, readings));
  spans.push(
    ...first.mistaken.map(({ reading, text, range }) =>
      spanOf(reading.turn, "text", text, range.from, range.to, variable.name),
    ),
  );
  spans.push(...readings.flatMap((reading) => findToolSpans(variable, value, reading)));
  return spans;
}

/** Spans of values that the model extracted only in part, or not at all. `claims` are the found values by turn index. */
function missedSpans(
  { variable, value, answering }: Sought,
  readings: readonly ParsedTurn[],
  claims: ReadonlyMap<string, readonly ValueSpan[]>,
): Span[] {
  if (value !== null && value !== undefined)
    return findContinuationSpans(variable, value, answering, readings);
  if (isBooleanOrChoice(variable)) return [];
  return findUnextractedSpans(variable, answering, readings, ({ index }, start, end) =>
    (claims.get(String(index)) ?? []).some(
      (claim) => claim.variable !== variable.name && claim.start <= start && end <= claim.end,
    ),
  );
}

/** Spans of values that only the context reveals. */
function tellingPositions(
  { variable, value, answering }: Sought,
  matches: readonly ValueSpan[],
  readings: readonly ParsedTurn[],
): Span[] {
  const positions = matches.filter((span) => span.isCallerTurn).map((span) => span.position);
  const earliest = Math.min(...answering, ...positions);
  const hasValue = value !== null && value !== undefined;
  if (isBooleanOrChoice(variable)) {
    const since = Number.isFinite(earliest) || !hasValue ? earliest : -1;
    return findBooleanOrChoiceSpans({ variable, answering, since, named: matches }, readings);
  }
  if (!needsContext(variable, value) || (answering.size === 0 && !hasValue)) return [];
  const since = Number.isFinite(earliest) ? earliest : -1;
  const attempts = [...answering].flatMap((position) => shortNumbers(readings[position]));
  return findContextSpans({ variable, value, attempts, answering, since }, readings);
}

/** The numbers in an answer that are too short to be searched for in all turns. */
const shortNumbers = (reading: ParsedTurn | undefined): string[] =>
  (reading?.text === undefined ? [] : findDigitRuns(reading.text))
    .map(({ digits }) => digits)
    .filter(isCommonValue);

function answerSpans(target: Sought, inCalls: readonly ValueSpan[], readings: readonly ParsedTurn[]): Span[] {
  const { variable, value, answering } = target;
  const main = inCalls.filter((span) => span.isFinalValue);
  const anywhere = main.length > 0 || saidShortly(target, readings);
  return [...answering].flatMap((position) => {
    const reading = readings[position];
    if (reading?.text === undefined) return [];
    const { turn, text } = reading;
    const facts: AnswerFacts = { value, isInTurn: main.some((span) => span.position === position), anywhere };
    const disclosure = findAnswerDisclosure(variable, text, facts);
    if (disclosure.whole) {
      return [{ turn: turn.index, part: "text", start: 0, end: text.text.length, variable: variable.name }];
    }
    const short = needsContext(variable, value) ? findExactReadings(text, whole(text), value) : [];
    return [...disclosure.ranges, ...short].map(({ from, to }) =>
      spanOf(turn, "text", text, from, to, variable.name),
    );
  });
}

const whole = (text: Lattice): Sentence => ({ from: 0, to: text.tokens.length });

/** Whether an answer contains a value of one or two digits, which has no search pattern. */
function saidShortly({ variable, value, answering }: Sought, readings: readonly ParsedTurn[]): boolean {
  if (!needsContext(variable, value)) return false;
  return [...answering].some((position) => {
    const text = readings[position]?.text;
    return text !== undefined && findExactReadings(text, whole(text), value).length > 0;
  });
}

/** The ranges in which the model itself declares that it speaks a value (`speaks`). */
function spokenSpans(turns: readonly Turn[], variables: readonly MaskVariable[]): Span[] {
  const names = new Set(variables.map((variable) => variable.name));
  return turns.flatMap((turn) =>
    (turn.speaks ?? [])
      .filter((range) => names.has(range.variable) && range.end > range.start && turn.text !== null)
      .map(({ variable, start, end }) => ({
        turn: turn.index,
        part: "text",
        start: Math.max(0, start),
        end: Math.min(end, turn.text?.length ?? 0),
        variable,
      })),
  );
}

/** Sorts spans, and drops those inside another span of the same variable. */
function tidy(spans: readonly Span[]): Span[] {
  const sorted = spans
    .map(({ turn, part, start, end, variable }) => ({ turn, part, start, end, variable }))
    .sort(
      (a, b) =>
        a.turn - b.turn ||
        compare(a.part, b.part) ||
        a.start - b.start ||
        b.end - a.end ||
        compare(a.variable, b.variable),
    );
  const merged: Span[] = [];
  const reach = new Map<string, number>();
  for (const span of sorted) {
    const key = `${span.turn} ${span.variable} ${span.part}`;
    if (span.end <= (reach.get(key) ?? -1)) continue;
    reach.set(key, span.end);
    merged.push(span);
  }
  return merged;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
