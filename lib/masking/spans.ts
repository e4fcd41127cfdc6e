import { grouped } from "@/lib/platform/grouped";
import { type AnswerFacts, candidates, givenIn } from "./answers";
import { contextSpans, needsContext, sayings } from "./context";
import { continuedSpans } from "./continued";
import { decidedSpans, isDecided } from "./decided";
import { type Reading, readTurns, type Sides, spanOf } from "./document";
import { type Found, findMoments, searchTexts } from "./find";
import { digitRuns, type Lattice } from "./lattice";
import { looseSpans } from "./loose-words";
import { indexNeedles, search } from "./match";
import { findMistaken, mistakenTexts } from "./mistaken";
import type { Mistaken } from "./mistaken-range";
import { isCommon, type Needle, needlesFor } from "./needles";
import { answeringTurns, askedTurns } from "./questions";
import type { Sentence } from "./sentences";
import { canonical } from "./tokens";
import { toolSpans } from "./tool-spans";
import type { MaskVariable, Span, Turn, Values } from "./turn";
import { unextractedSpans } from "./unextracted";
import { factsByName, OtherValues, type ValueFacts } from "./value-facts";

/** One variable while its spans are sought. */
type Sought = {
  variable: MaskVariable;
  value: Values[string] | undefined;
  /** Positions of the caller turns that answer it. */
  answering: ReadonlySet<number>;
  /** Its final value and those that tools were given before it. */
  given: ReadonlySet<string | number>;
  /** What callers gave for it and its value does not hold. */
  mistaken: readonly Mistaken[];
};

/**
 * Every place in the turns where a variable's value comes out, for all variables given, sensitive or not, so that
 * one can be marked sensitive later. Looks in what callers say (in words or digits, other spacing, split over
 * turns, corrected, in part, again), in what agents say back, and in tool turns.
 *
 * Fails closed: where a turn answers the question for a variable and its value is found nowhere, the whole turn
 * is a span. Pure; the order is by turn and place. `sides` is "apart" where each agent's text must be judged by
 * itself.
 */
export function findSpans(
  turns: readonly Turn[],
  values: Values,
  variables: readonly MaskVariable[],
  sides: Sides = "joined",
): Span[] {
  const readings = readTurns(turns);
  const facts = factsByName(values);
  const all = variables.map((variable) => seek(variable, values, facts, readings));
  const needles = all.flatMap((sought) => needlesOf(sought, readings));
  const found = grouped(searchTexts(readings, indexNeedles(needles), sides), ({ variable }) => variable);
  const claims = grouped(
    [...found.values()].flat().filter(({ main, caller, part }) => main && caller && part === "text"),
    ({ turn }) => String(turn),
  );
  const spans = all.flatMap((sought) => {
    const { variable, value, given } = sought;
    const moments = findMoments(variable, new Set([...given].map(String)), value, readings);
    const spans = spansOf(sought, [...(found.get(variable.name) ?? []), ...moments], readings);
    // While a call runs the live view withholds digits and answers by itself, and the value may come yet.
    return sides === "joined" ? [...spans, ...missedSpans(sought, readings, claims)] : spans;
  });
  return tidy([...spans, ...spokenSpans(turns, variables)]);
}

/** Values of one variable that are looked for; a tool that answers a long list has not been told them by the caller. */
const GIVEN_MAX = 32;

function seek(
  variable: MaskVariable,
  values: Values,
  facts: ReadonlyMap<string, ValueFacts>,
  readings: readonly Reading[],
): Sought {
  const value = values[variable.name];
  // All options of a choice are looked for, so that nothing that is masked tells which one was chosen.
  const given = new Set<string | number>(variable.type === "choice" ? variable.choices : []);
  if (typeof value === "string" || typeof value === "number") given.add(value);
  const name = canonical(variable.name);
  for (const { names, leaf } of readings.flatMap(({ tool }) => tool)) {
    if (typeof leaf !== "boolean" && given.size < GIVEN_MAX && names.includes(name)) given.add(leaf);
  }
  const answering = answeringTurns(variable, value, readings);
  const others = new OtherValues(facts, variable.name);
  const mistaken = findMistaken({ variable, value, answering, others }, readings);
  return { variable, value, answering, given, mistaken };
}

/** The final value's needles, those of values that tools were given before, and those of earlier answers. */
function needlesOf(
  { variable, value, answering, given, mistaken }: Sought,
  readings: readonly Reading[],
): Needle[] {
  const needles = [...given].flatMap((each) =>
    needlesFor(variable, each, each === value || variable.type === "choice"),
  );
  const final = indexNeedles(needles.filter((needle) => needle.main));
  for (const position of answering) {
    const { text, turn } = readings[position] ?? {};
    if (text === undefined) continue;
    // What was said to a question that stayed open may be about something else: it is masked there alone.
    if ((value === null || value === undefined) && turn?.answers !== variable.name) continue;
    const here = search([text], final).some((match) => match.whole);
    for (const said of candidates(variable, text, value, here)) {
      needles.push(...needlesFor({ ...variable, type: "string" }, said, false));
    }
  }
  const misheard = new Set(mistaken.flatMap(mistakenTexts));
  for (const said of [...misheard].slice(0, GIVEN_MAX))
    needles.push(...needlesFor({ ...variable, type: "string" }, said, false));
  const kept = new Map<string, Needle>();
  for (const needle of needles) {
    if (needle.main || !kept.has(needle.chars)) kept.set(needle.chars, needle);
  }
  return [...kept.values()];
}

/** All spans of one variable: what was found, what its answers give away, what only the context tells, tools' leaves. */
function spansOf(first: Sought, found: readonly Found[], readings: readonly Reading[]): Span[] {
  const { variable, value } = first;
  const inCalls = found.filter((span) => span.caller);
  const lost = !inCalls.some((span) => span.main) && first.answering.size === 0;
  const sought = lost ? { ...first, answering: askedTurns(variable, value, readings) } : first;
  // A choice's words only point to the sentence that is masked whole.
  const pointsOnly = (span: Found) => variable.type === "choice" && span.part === "text";
  const spans: Span[] = found.filter((span) => !pointsOnly(span));
  spans.push(...answerSpans(sought, inCalls, readings));
  spans.push(...told(sought, found, readings));
  spans.push(...looseSpans(variable, value, readings));
  spans.push(
    ...first.mistaken.map(({ reading, text, range }) =>
      spanOf(reading.turn, "text", text, range.from, range.to, variable.name),
    ),
  );
  spans.push(...readings.flatMap((reading) => toolSpans(variable, value, reading)));
  return spans;
}

/** What a model has not extracted: the whole value, or the rest of it. `claims` are found values by turn. */
function missedSpans(
  { variable, value, answering }: Sought,
  readings: readonly Reading[],
  claims: ReadonlyMap<string, readonly Found[]>,
): Span[] {
  if (value !== null && value !== undefined) return continuedSpans(variable, value, answering, readings);
  if (isDecided(variable)) return [];
  return unextractedSpans(variable, answering, readings, ({ index }, start, end) =>
    (claims.get(String(index)) ?? []).some(
      (claim) => claim.variable !== variable.name && claim.start <= start && end <= claim.end,
    ),
  );
}

/** What only the context tells. */
function told(
  { variable, value, answering }: Sought,
  found: readonly Found[],
  readings: readonly Reading[],
): Span[] {
  const positions = found.filter((span) => span.caller).map((span) => span.position);
  const earliest = Math.min(...answering, ...positions);
  const hasValue = value !== null && value !== undefined;
  if (isDecided(variable)) {
    const since = Number.isFinite(earliest) || !hasValue ? earliest : -1;
    return decidedSpans({ variable, answering, since, named: found }, readings);
  }
  if (!needsContext(variable, value) || (answering.size === 0 && !hasValue)) return [];
  const since = Number.isFinite(earliest) ? earliest : -1;
  const tried = [...answering].flatMap((position) => shortNumbers(readings[position]));
  return contextSpans({ variable, value, tried, answering, since }, readings);
}

/** Numbers in an answer that are too short to be looked for everywhere. */
const shortNumbers = (reading: Reading | undefined): string[] =>
  (reading?.text === undefined ? [] : digitRuns(reading.text)).map(({ digits }) => digits).filter(isCommon);

function answerSpans(sought: Sought, inCalls: readonly Found[], readings: readonly Reading[]): Span[] {
  const { variable, value, answering } = sought;
  const main = inCalls.filter((span) => span.main);
  const anywhere = main.length > 0 || saidShortly(sought, readings);
  return [...answering].flatMap((position) => {
    const reading = readings[position];
    if (reading?.text === undefined) return [];
    const { turn, text } = reading;
    const facts: AnswerFacts = { value, here: main.some((span) => span.position === position), anywhere };
    const given = givenIn(variable, text, facts);
    if (given.whole) {
      return [{ turn: turn.index, part: "text", start: 0, end: text.text.length, variable: variable.name }];
    }
    const short = needsContext(variable, value) ? sayings(text, whole(text), value) : [];
    return [...given.ranges, ...short].map(({ from, to }) =>
      spanOf(turn, "text", text, from, to, variable.name),
    );
  });
}

const whole = (text: Lattice): Sentence => ({ from: 0, to: text.tokens.length });

/** Is a value of one or two digits said in one of its answers? It has no needle that would tell. */
function saidShortly({ variable, value, answering }: Sought, readings: readonly Reading[]): boolean {
  if (!needsContext(variable, value)) return false;
  return [...answering].some((position) => {
    const text = readings[position]?.text;
    return text !== undefined && sayings(text, whole(text), value).length > 0;
  });
}

/** Where the model itself says that it speaks a value. */
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

/** Sorted, and without what lies inside another span of the same variable. */
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
  const kept: Span[] = [];
  const reach = new Map<string, number>();
  for (const span of sorted) {
    const key = `${span.turn} ${span.variable} ${span.part}`;
    if (span.end <= (reach.get(key) ?? -1)) continue;
    reach.set(key, span.end);
    kept.push(span);
  }
  return kept;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
