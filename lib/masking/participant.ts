import { findDigitRuns, type Lattice } from "./lattice";
import { markDigits } from "./live-digits";
import { isCaller, type ParsedTurn, type ToolText } from "./parse-turns";
import { applyMarks, type Mark, markTurn } from "./render";
import { buildSearchPatterns } from "./search-patterns";
import { buildSearchIndex } from "./search-stream";
import { findDatesAndTimes, searchTurns } from "./search-turns";
import { canonicalize } from "./tokens";
import type { ApiTurn, MaskVariable, Span, Values } from "./turn";

/** Input for the view that a participant has of the conversation that they are in. */
export type ParticipantFacts = {
  variables: readonly MaskVariable[];
  sensitive: ReadonlySet<string>;
  /** The values known so far. */
  knownValues: Values;
  /** Values that were known before the conversation began: from the contact, the campaign, or the caller's system. */
  priorValues: Values;
};

/** A range of one agent turn, by the turn's position. */
type TurnRange = { position: number; start: number; end: number };

/** All texts in the results of tools. */
const toolResults = (readings: readonly ParsedTurn[]): ToolText[] =>
  readings.flatMap(({ tool }) => tool.filter(({ part }) => part.startsWith("/result")));

/**
 * The ranges in which the agent says a value that the participant typed, by variable. A value from another source stays
 * masked even if the participant types it. Otherwise a participant token could be used to guess it.
 */
function typedStretches(
  facts: ParticipantFacts,
  readings: readonly ParsedTurn[],
  results: readonly ToolText[],
): Map<string, TurnRange[]> {
  const byVariable = new Map<string, TurnRange[]>();
  for (const variable of facts.variables) {
    const value = facts.knownValues[variable.name];
    if (!facts.sensitive.has(variable.name) || value === null || value === undefined) continue;
    if (variable.name in facts.priorValues || isToolValue(value, results)) continue;
    const needles = typeof value === "boolean" ? [] : buildSearchPatterns(variable, value, true);
    const moments = findDatesAndTimes(variable, new Set([String(value)]), String(value), readings);
    const matches = [...searchTurns(readings, buildSearchIndex(needles), "apart"), ...moments].filter(
      ({ isFinalValue, part }) => isFinalValue && part === "text",
    );
    if (matches.some(({ isCallerTurn }) => isCallerTurn))
      byVariable.set(
        variable.name,
        matches.filter(({ isCallerTurn }) => !isCallerTurn),
      );
  }
  return byVariable;
}

/** Whether a tool returned the value, so that it counts as the tool's even if the participant typed it. */
const isToolValue = (value: string | number | boolean, results: readonly ToolText[]): boolean => {
  const chars = canonicalize(String(value));
  return results.some(({ leaf }) => canonicalize(String(leaf)).includes(chars));
};

/**
 * The names of booleans and choices that only the participant answered. Their words occur in many sentences, so only the
 * source of the value decides whether a sentence may be shown.
 */
function answeredVariables(
  facts: ParticipantFacts,
  readings: readonly ParsedTurn[],
  results: readonly ToolText[],
): Set<string> {
  const isAnswered = ({ name, type }: MaskVariable): boolean =>
    (type === "boolean" || type === "choice") &&
    !(name in facts.priorValues) &&
    !results.some(({ memberNames }) => memberNames.includes(canonicalize(name))) &&
    readings.some(({ turn }) => isCaller(turn) && turn.answers === name);
  return new Set(facts.variables.filter(isAnswered).map(({ name }) => name));
}

/** The digits of values from other sources: known before the conversation, or returned by a tool. */
function outsideDigits({ priorValues }: ParticipantFacts, results: readonly ToolText[]): string[] {
  const values = Object.values(priorValues).map((value) => String(value ?? "").replaceAll(/\D/g, ""));
  const answers = results.flatMap(({ lattice }) => findDigitRuns(lattice).map(({ digits }) => digits));
  return [...values, ...answers].filter((digits) => digits !== "");
}

const overlaps = (digits: string, otherDigits: readonly string[]): boolean =>
  otherDigits.some((candidate) => candidate.includes(digits) || digits.includes(candidate));

/** Marks the digits of an agent's turn that came from other sources, even if the participant typed them too. */
function foreignDigitMarks(text: Lattice, outside: readonly string[]): Mark[] {
  return markDigits(text).filter(({ start, end }) => {
    const run = findDigitRuns(text).find(
      ({ from, to }) => text.tokens[from]?.start === start && text.tokens[to - 1]?.end === end,
    );
    if (run === undefined) return true;
    return overlaps(run.digits, outside);
  });
}

/**
 * Masks a running conversation for its participant: their own turns are unmasked, and agent turns mask only values that
 * the participant did not type in this conversation. `spans` are those of sensitive variables; a turn's index is its
 * position. Arguments and results of tools are never shown.
 */
export function showToParticipant(
  readings: readonly ParsedTurn[],
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
      (typed) => typed.position === turn && typed.start <= start && end <= typed.end,
    );
  return readings.map(({ turn, position, text }) => {
    const { tool: _, ...bare } = turn;
    const unmasked = markTurn(bare, new Map());
    if (isCaller(turn) || text === undefined) return unmasked;
    const values = spans
      .filter((span) => span.turn === position && span.part === "text" && !isOwn(span))
      .map(({ start, end, variable }) => ({ start, end, label: `[${variable}]` }));
    const digits = facts.sensitive.size === 0 ? [] : foreignDigitMarks(text, outside);
    return { ...unmasked, text: applyMarks(text.text, [...values, ...digits]) };
  });
}
