import { createMaskedValue } from "./json";
import { markDigits, markSplitDigits } from "./live-digits";
import { isCaller, type ParsedTurn, parseTurns } from "./parse-turns";
import { type ParticipantFacts, showToParticipant } from "./participant";
import { type Mark, marksOf, markTurn, type PartMarks } from "./render";
import { findCutOffsets, splitTurn } from "./segments";
import { findSpans } from "./spans";
import type { ApiTurn, MaskVariable, ToolUse, Turn, Values } from "./turn";
import { isCoveredLanguage, isUnreadable } from "./unreadable";
import {
  addSpokenWords,
  addWithheldText,
  agentVocabularyOf,
  createWithheldContent,
  repeatsWithheldContent,
  type WithheldContent,
} from "./withheld-content";

export const WITHHELD = "[withheld]";

/** Input of a live view: the agent's variables, the names of the sensitive ones, and the values known so far. */
export type LiveFacts = {
  variables: readonly MaskVariable[];
  sensitive: ReadonlySet<string>;
  knownValues: Values;
  /** The agent's language (BCP 47). Text in a language that masking cannot read is withheld. */
  language: string;
  /** Set for the participant's own view: the values that were known before the conversation began. */
  participant?: { priorValues: Values };
};

/**
 * A turn, or a piece of an agent turn, to be masked. `of` is the position of the original turn. `turn.index` is the
 * position of the piece, as the pieces of one turn would share an index.
 */
type Piece = { turn: Turn; of: number };

/** Whether a caller turn is withheld whole: it answers a sensitive question, or the model did not declare its question. */
export function isWithheld(turn: Turn, sensitive: ReadonlySet<string>): boolean {
  if (!isCaller(turn) || sensitive.size === 0 || turn.answers === null) return false;
  return turn.answers === undefined || sensitive.has(turn.answers);
}

/**
 * Masks the turns of a call that is not settled, and fails closed. Withholds caller turns that answer a question for a
 * sensitive variable, and agent sentences and tool calls that repeat their content. Masks runs of three or more digits,
 * and the known values of sensitive variables, in all turns. Returns turns in the API's shape.
 */
export function maskLive(turns: readonly Turn[], facts: LiveFacts): ApiTurn[] {
  const pieces = cutTurns(turns);
  const apiTurns = maskPieces(pieces, facts);
  const byTurn = turns.map((): ApiTurn[] => []);
  for (const [n, piece] of apiTurns.entries()) byTurn[pieces[n]?.of ?? 0]?.push(piece);
  return turns.map((turn, of) => {
    const ownPieces = byTurn[of] ?? [];
    const first = ownPieces[0] ?? markTurn(turn, new Map());
    const text = turn.text === null ? null : ownPieces.map((piece) => piece.text ?? "").join("");
    return { ...first, index: turn.index, text };
  });
}

const cutBefore = new WeakMap<Turn, { first: number; text: string | null; pieces: Turn[] }>();

function cutTurns(turns: readonly Turn[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [of, turn] of turns.entries()) {
    const first = pieces.length;
    const cached = cutBefore.get(turn);
    const fresh = cached === undefined || cached.first !== first || cached.text !== turn.text;
    const turnPieces = fresh
      ? cutTurn(turn).map((piece, n) => ({ ...piece, index: first + n }))
      : cached.pieces;
    if (fresh) cutBefore.set(turn, { first, text: turn.text, pieces: turnPieces });
    for (const piece of turnPieces) pieces.push({ turn: piece, of });
  }
  return pieces;
}

function cutTurn(turn: Turn): Turn[] {
  const [reading] = isCaller(turn) ? [] : parseTurns([turn]);
  if (reading?.text === undefined) return [turn];
  return splitTurn(turn, reading.text.text, findCutOffsets(reading.text, true)).map(({ piece }) => piece);
}

/** Masks pieces in order. The mask of an agent's piece depends only on the piece and the pieces before it. */
function maskPieces(pieces: readonly Piece[], facts: LiveFacts): ApiTurn[] {
  const readings = parseTurns(pieces.map(({ turn }) => turn));
  if (facts.participant !== undefined)
    return maskForParticipant(readings, { ...facts, ...facts.participant });
  const marks = marksOf(spansOf(readings, facts), facts.sensitive);
  const split = markSplitDigits(
    readings.filter(({ turn }) => isCaller(turn) && !isWithheld(turn, facts.sensitive)),
  );
  const taboo = createWithheldContent();
  const vocabulary = agentVocabularyOf(facts.variables);
  return readings.map((reading, n) => {
    const marksOfTurn: PartMarks = marks.get(n) ?? new Map();
    if (isUnreadableTurn(reading.turn, facts.language)) {
      if (reading.text !== undefined) addWithheldText(taboo, reading.text, vocabulary);
      return withholdTurn(markTurn(reading.turn, marksOfTurn));
    }
    if (isWithheld(reading.turn, facts.sensitive)) {
      if (reading.text !== undefined) addWithheldText(taboo, reading.text, vocabulary);
      return { ...markTurn(reading.turn, marksOfTurn), text: reading.turn.text === null ? null : WITHHELD };
    }
    if (isCaller(reading.turn))
      return markTurn(reading.turn, withDigits(reading, marksOfTurn, split.get(n) ?? []));
    const masked = maskAgent(reading, marksOfTurn, taboo);
    addSpokenWords(vocabulary, reading);
    return masked;
  });
}

function maskForParticipant(readings: readonly ParsedTurn[], facts: LiveFacts & ParticipantFacts): ApiTurn[] {
  const visibleSpans = showToParticipant(readings, spansOf(readings, facts), facts);
  // Participants see their own text. An unreadable agent turn could contain anything, so it is withheld.
  return visibleSpans.map((turn, n) => {
    const original = readings[n]?.turn;
    const isHidden =
      original !== undefined && !isCaller(original) && isUnreadableTurn(original, facts.language);
    return isHidden ? withholdTurn(turn) : turn;
  });
}

function spansOf(readings: readonly ParsedTurn[], { variables, sensitive, knownValues }: LiveFacts) {
  const sensitiveVariables = variables.filter((variable) => sensitive.has(variable.name));
  return findSpans(
    readings.map(({ turn }) => turn),
    knownValues,
    sensitiveVariables,
    "apart",
  );
}

/** Adds marks over digits to the marks of a turn. A value's own mark comes first and determines the label. */
function withDigits(
  { text, tool }: ParsedTurn,
  marks: PartMarks,
  split: readonly Mark[],
): Map<string, Mark[]> {
  const all = new Map([...marks].map(([part, own]) => [part, [...own]]));
  const add = (part: string, more: readonly Mark[]) => {
    if (more.length > 0) all.set(part, outside([...more], all.get(part) ?? []));
  };
  if (text !== undefined) add("text", [...markDigits(text), ...split]);
  for (const { part, lattice } of tool) add(part, markDigits(lattice));
  return all;
}

/** The value marks, and the digit marks that are not inside a value mark. */
function outside(digits: readonly Mark[], values: readonly Mark[]): Mark[] {
  const free = digits.filter(
    (mark) => !values.some((value) => value.start <= mark.start && mark.end <= value.end),
  );
  return [...values, ...free];
}

function maskAgent(reading: ParsedTurn, marks: PartMarks, taboo: WithheldContent): ApiTurn {
  const { turn, text, tool } = reading;
  if (text !== undefined && repeatsWithheldContent(taboo, text, marks.get("text") ?? [])) {
    return { ...markTurn(turn, marks), text: withholdText(text.text) };
  }
  const marked = markTurn(turn, withDigits(reading, marks, []));
  const isRevealing = tool.some(
    ({ part, lattice }) => isArgument(part) && repeatsWithheldContent(taboo, lattice, marks.get(part) ?? []),
  );
  if (isRevealing && turn.tool !== undefined) marked.tool = withholdTool(turn.tool);
  return marked;
}

const isArgument = (part: string): boolean => /^(key:)?\/arguments/.test(part);

/** Whether masking cannot read a turn's text, or its tool's texts in a language that is not covered. */
export const isUnreadableTurn = ({ text }: Turn, language: string): boolean =>
  text === null ? !isCoveredLanguage(language) : isUnreadable(text, language);

/** Withholds a turn's text, and its tool's arguments and result. */
export function withholdTurn(turn: ApiTurn): ApiTurn {
  const withheld: ApiTurn = { ...turn, text: turn.text === null ? null : withholdText(turn.text) };
  if (turn.tool !== undefined) withheld.tool = withholdTool(turn.tool);
  return withheld;
}

/** Keeps the trailing white space of a withheld sentence, so that the next one stays separate. */
const withholdText = (text: string): string => WITHHELD + text.slice(text.trimEnd().length);

/** Withholds a tool's arguments and result. Its name and success stay. */
export const withholdTool = (tool: ToolUse): ToolUse => ({
  name: tool.name,
  arguments: createMaskedValue(),
  result: createMaskedValue(),
  ok: tool.ok,
});

/** Masks a streamed agent turn piece by piece. */
export type LiveMask = {
  /** Takes the next part of the text. Returns the masked text to show now, possibly empty. */
  push(delta: string): string;
  /** Ends the text. Returns the remaining masked text. */
  finish(): string;
};

/**
 * Creates a mask for an agent turn that is being streamed. `before` are the previous turns; `turn` is the new one,
 * whose text is ignored. A sentence is released when the next word is complete. The released pieces, joined, equal the
 * text that `maskLive` shows for the same turn without `speaks`, which the model declares only at the end.
 */
export function createLiveMask(before: readonly Turn[], turn: Turn, facts: LiveFacts): LiveMask {
  const pieces = cutTurns(before);
  const { speaks: _, ...silent } = turn;
  let open = "";
  const show = (text: string): string => {
    if (text === "") return "";
    pieces.push({ turn: { ...silent, index: pieces.length, text }, of: before.length });
    return maskPieces(pieces, facts).at(-1)?.text ?? "";
  };
  const letOut = (complete: boolean): string => {
    const [reading] = parseTurns([{ ...silent, text: open }]);
    const ends = reading?.text === undefined ? [] : findCutOffsets(reading.text, complete);
    let released = "";
    let at = 0;
    for (const end of ends) {
      released += show(open.slice(at, end));
      at = end;
    }
    open = open.slice(at);
    return released;
  };
  return {
    push(delta) {
      open += delta;
      return letOut(false);
    },
    finish() {
      const released = letOut(true) + show(open);
      open = "";
      return released;
    },
  };
}
