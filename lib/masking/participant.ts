import { isCaller, type Reading, type ToolText } from "./document";
import { findMoments, searchTexts } from "./find";
import { digitRuns, type Lattice } from "./lattice";
import { digitMarks } from "./live-digits";
import { indexNeedles } from "./match";
import { needlesFor } from "./needles";
import { type Mark, markTurn, putMarks } from "./render";
import { canonical } from "./tokens";
import type { ApiTurn, MaskVariable, Span, Values } from "./turn";

/** What decides what the person in a conversation may see of it, while it runs. */
export type ParticipantFacts = {
  variables: readonly MaskVariable[];
  sensitive: ReadonlySet<string>;
  /** The values known so far. */
  known: Values;
  /** Values that were known before the conversation began: of the contact, the campaign, or the caller's system. */
  beforehand: Values;
};

/** A stretch of one agent turn, by the turn's position. */
type Stretch = { position: number; start: number; end: number };

/** What tools have answered in the conversation. */
const toolResults = (readings: readonly Reading[]): ToolText[] =>
  readings.flatMap(({ tool }) => tool.filter(({ part }) => part.startsWith("/result")));

/**
 * Where the agent says a value that the participant typed, by variable. A value that came from elsewhere stays masked
 * also once the participant types it: a token would else be a way to guess it.
 */
function typedStretches(
  facts: ParticipantFacts,
  readings: readonly Reading[],
  results: readonly ToolText[],
): Map<string, Stretch[]> {
  const byVariable = new Map<string, Stretch[]>();
  for (const variable of facts.variables) {
    const value = facts.known[variable.name];
    if (!facts.sensitive.has(variable.name) || value === null || value === undefined) continue;
    if (variable.name in facts.beforehand || isToolValue(value, results)) continue;
    const needles = typeof value === "boolean" ? [] : needlesFor(variable, value, true);
    const moments = findMoments(variable, new Set([String(value)]), String(value), readings);
    const matches = [...searchTexts(readings, indexNeedles(needles), "apart"), ...moments].filter(
      ({ main, part }) => main && part === "text",
    );
    if (matches.some(({ caller }) => caller))
      byVariable.set(
        variable.name,
        matches.filter(({ caller }) => !caller),
      );
  }
  return byVariable;
}

/** Whether a tool has answered a value: then it is the tool's, whatever the participant typed. */
const isToolValue = (value: string | number | boolean, results: readonly ToolText[]): boolean => {
  const chars = canonical(String(value));
  return results.some(({ leaf }) => canonical(String(leaf)).includes(chars));
};

/**
 * Yes-or-no answers and choices that came from the participant alone. The words of one are in many sentences, so only
 * its source can tell whether a sentence may be shown.
 */
function answeredVariables(
  facts: ParticipantFacts,
  readings: readonly Reading[],
  results: readonly ToolText[],
): Set<string> {
  const isAnswered = ({ name, type }: MaskVariable): boolean =>
    (type === "boolean" || type === "choice") &&
    !(name in facts.beforehand) &&
    !results.some(({ names }) => names.includes(canonical(name))) &&
    readings.some(({ turn }) => isCaller(turn) && turn.answers === name);
  return new Set(facts.variables.filter(isAnswered).map(({ name }) => name));
}

/** Digits of values that came from elsewhere: known beforehand, or answered by a tool. */
function outsideDigits({ beforehand }: ParticipantFacts, results: readonly ToolText[]): string[] {
  const values = Object.values(beforehand).map((value) => String(value ?? "").replaceAll(/\D/g, ""));
  const answers = results.flatMap(({ lattice }) => digitRuns(lattice).map(({ digits }) => digits));
  return [...values, ...answers].filter((digits) => digits !== "");
}

const overlaps = (digits: string, others: readonly string[]): boolean =>
  others.some((other) => other.includes(digits) || digits.includes(other));

/** Marks over the digits of an agent's turn that came from elsewhere, typed by the participant or not. */
function foreignDigitMarks(text: Lattice, outside: readonly string[]): Mark[] {
  return digitMarks(text).filter(({ start, end }) => {
    const run = digitRuns(text).find(
      ({ from, to }) => text.tokens[from]?.start === start && text.tokens[to - 1]?.end === end,
    );
    if (run === undefined) return true;
    return overlaps(run.digits, outside);
  });
}

/**
 * The turns of a running conversation as the person in it may see them: their own words as they typed them, and the
 * agent's words with a mask left only over values that they did not type in this conversation. `spans` are those of
 * sensitive variables; a turn's index is its position. Tools' arguments and results are never shown.
 */
export function showToParticipant(
  readings: readonly Reading[],
  spans: readonly Span[],
  facts: ParticipantFacts,
): ApiTurn[] {
  const results = toolResults(readings);
  const stretches = typedStretches(facts, readings, results);
  const answered = answeredVariables(facts, readings, results);
  const outside = outsideDigits(facts, results);
  const isOwn = ({ turn, start, end, variable }: Span): boolean =>
    answered.has(variable) ||
    (stretches.get(variable) ?? []).some(
      (own) => own.position === turn && own.start <= start && end <= own.end,
    );
  return readings.map(({ turn, position, text }) => {
    const { tool: _, ...bare } = turn;
    const shown = markTurn(bare, new Map());
    if (isCaller(turn) || text === undefined) return shown;
    const values = spans
      .filter((span) => span.turn === position && span.part === "text" && !isOwn(span))
      .map(({ start, end, variable }) => ({ start, end, label: `[${variable}]` }));
    const digits = facts.sensitive.size === 0 ? [] : foreignDigitMarks(text, outside);
    return { ...shown, text: putMarks(text.text, [...values, ...digits]) };
  });
}
