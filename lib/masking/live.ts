import { isCaller, type Reading, readTurns } from "./document";
import { masked } from "./json";
import { digitMarks, splitDigitMarks } from "./live-digits";
import { type ParticipantFacts, showToParticipant } from "./participant";
import { type Mark, marksOf, markTurn, type PartMarks } from "./render";
import { cuts, piecesOf } from "./segments";
import { findSpans } from "./spans";
import { addTaboo, addWords, noTaboo, ownWords, type Taboo, touches } from "./taboo";
import type { ApiTurn, MaskVariable, ToolUse, Turn, Values } from "./turn";
import { isCoveredLanguage, isUnreadable } from "./unreadable";

export const WITHHELD = "[withheld]";

/** What a live view needs to know: the agent's variables, which are sensitive, and the values known so far. */
export type LiveFacts = {
  variables: readonly MaskVariable[];
  sensitive: ReadonlySet<string>;
  known: Values;
  /** The agent's language (BCP 47). Text that masking cannot read is withheld. */
  language: string;
  /** Present where the person in the conversation looks at it: the values that were known before it began. */
  participant?: { beforehand: Values };
};

/**
 * A turn, or a piece of an agent's turn, on its way out. `of` is the place of the turn it belongs to. The turn's
 * index here is the piece's own place, as pieces of one turn would share theirs.
 */
type Piece = { turn: Turn; of: number };

/** Is a caller's turn withheld whole? Also where the model does not say what it asked, if anything is sensitive. */
export function isWithheld(turn: Turn, sensitive: ReadonlySet<string>): boolean {
  if (!isCaller(turn) || sensitive.size === 0 || turn.answers === null) return false;
  return turn.answers === undefined || sensitive.has(turn.answers);
}

/**
 * The view of a call that is not settled, fail closed. Withheld are caller turns that answer a question for a
 * sensitive variable; masked are runs of three or more digits, and the known values of sensitive variables in all
 * turns. An agent's sentence or a tool's call that repeats what a withheld turn said is withheld. The API's shape.
 */
export function maskLive(turns: readonly Turn[], facts: LiveFacts): ApiTurn[] {
  const pieces = cutTurns(turns);
  const shown = maskPieces(pieces, facts);
  const byTurn = turns.map((): ApiTurn[] => []);
  for (const [n, piece] of shown.entries()) byTurn[pieces[n]?.of ?? 0]?.push(piece);
  return turns.map((turn, of) => {
    const own = byTurn[of] ?? [];
    const first = own[0] ?? markTurn(turn, new Map());
    const text = turn.text === null ? null : own.map((piece) => piece.text ?? "").join("");
    return { ...first, index: turn.index, text };
  });
}

const cutBefore = new WeakMap<Turn, { first: number; text: string | null; pieces: Turn[] }>();

function cutTurns(turns: readonly Turn[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [of, turn] of turns.entries()) {
    const first = pieces.length;
    const known = cutBefore.get(turn);
    const fresh = known === undefined || known.first !== first || known.text !== turn.text;
    const own = fresh ? cutTurn(turn).map((piece, n) => ({ ...piece, index: first + n })) : known.pieces;
    if (fresh) cutBefore.set(turn, { first, text: turn.text, pieces: own });
    for (const piece of own) pieces.push({ turn: piece, of });
  }
  return pieces;
}

function cutTurn(turn: Turn): Turn[] {
  const [reading] = isCaller(turn) ? [] : readTurns([turn]);
  if (reading?.text === undefined) return [turn];
  return piecesOf(turn, reading.text.text, cuts(reading.text, true)).map(({ piece }) => piece);
}

/** Masks pieces in order; each agent's piece is judged by what came before it and by itself. */
function maskPieces(pieces: readonly Piece[], facts: LiveFacts): ApiTurn[] {
  const readings = readTurns(pieces.map(({ turn }) => turn));
  if (facts.participant !== undefined)
    return maskForParticipant(readings, { ...facts, ...facts.participant });
  const marks = marksOf(spansOf(readings, facts), facts.sensitive);
  const split = splitDigitMarks(
    readings.filter(({ turn }) => isCaller(turn) && !isWithheld(turn, facts.sensitive)),
  );
  const taboo = noTaboo();
  const said = ownWords(facts.variables);
  return readings.map((reading, n) => {
    const own: PartMarks = marks.get(n) ?? new Map();
    if (isUnreadableTurn(reading.turn, facts.language)) {
      if (reading.text !== undefined) addTaboo(taboo, reading.text, said);
      return withholdTurn(markTurn(reading.turn, own));
    }
    if (isWithheld(reading.turn, facts.sensitive)) {
      if (reading.text !== undefined) addTaboo(taboo, reading.text, said);
      return { ...markTurn(reading.turn, own), text: reading.turn.text === null ? null : WITHHELD };
    }
    if (isCaller(reading.turn)) return markTurn(reading.turn, withDigits(reading, own, split.get(n) ?? []));
    const masked = maskAgent(reading, own, taboo);
    addWords(said, reading);
    return masked;
  });
}

function maskForParticipant(readings: readonly Reading[], facts: LiveFacts & ParticipantFacts): ApiTurn[] {
  const shown = showToParticipant(readings, spansOf(readings, facts), facts);
  // The participant has typed their own words; of the agent's, what cannot be read could hold anything.
  return shown.map((turn, n) => {
    const original = readings[n]?.turn;
    const isHidden =
      original !== undefined && !isCaller(original) && isUnreadableTurn(original, facts.language);
    return isHidden ? withholdTurn(turn) : turn;
  });
}

function spansOf(readings: readonly Reading[], { variables, sensitive, known }: LiveFacts) {
  const sought = variables.filter((variable) => sensitive.has(variable.name));
  return findSpans(
    readings.map(({ turn }) => turn),
    known,
    sought,
    "apart",
  );
}

/** The marks of a turn, and over its digits; the values' own marks come first and give the label. */
function withDigits({ text, tool }: Reading, marks: PartMarks, split: readonly Mark[]): Map<string, Mark[]> {
  const all = new Map([...marks].map(([part, own]) => [part, [...own]]));
  const add = (part: string, more: readonly Mark[]) => {
    if (more.length > 0) all.set(part, outside([...more], all.get(part) ?? []));
  };
  if (text !== undefined) add("text", [...digitMarks(text), ...split]);
  for (const { part, lattice } of tool) add(part, digitMarks(lattice));
  return all;
}

/** Value marks as they are, and digit marks where no value mark holds them already. */
function outside(digits: readonly Mark[], values: readonly Mark[]): Mark[] {
  const free = digits.filter(
    (mark) => !values.some((value) => value.start <= mark.start && mark.end <= value.end),
  );
  return [...values, ...free];
}

function maskAgent(reading: Reading, own: PartMarks, taboo: Taboo): ApiTurn {
  const { turn, text, tool } = reading;
  if (text !== undefined && touches(taboo, text, own.get("text") ?? [])) {
    return { ...markTurn(turn, own), text: withholdText(text.text) };
  }
  const shown = markTurn(turn, withDigits(reading, own, []));
  const told = tool.some(
    ({ part, lattice }) => isArgument(part) && touches(taboo, lattice, own.get(part) ?? []),
  );
  if (told && turn.tool !== undefined) shown.tool = withholdTool(turn.tool);
  return shown;
}

const isArgument = (part: string): boolean => /^(key:)?\/arguments/.test(part);

/** Whether masking cannot read a turn: its words, or those of its tool in a language that is not covered. */
export const isUnreadableTurn = ({ text }: Turn, language: string): boolean =>
  text === null ? !isCoveredLanguage(language) : isUnreadable(text, language);

/** A turn of which neither the words nor what its tool took and answered are shown. */
export function withholdTurn(turn: ApiTurn): ApiTurn {
  const out: ApiTurn = { ...turn, text: turn.text === null ? null : withholdText(turn.text) };
  if (turn.tool !== undefined) out.tool = withholdTool(turn.tool);
  return out;
}

/** The white space around a withheld sentence stays, so that what follows does not run into it. */
const withholdText = (text: string): string => WITHHELD + text.slice(text.trimEnd().length);

/** A tool turn of which only the tool's name and its success are shown. */
export const withholdTool = (tool: ToolUse): ToolUse => ({
  name: tool.name,
  arguments: masked(),
  result: masked(),
  ok: tool.ok,
});

/** A streamed agent's turn, let out piece by piece. */
export type LiveMask = {
  /** Takes the next part of the text; answers what may be shown now, which may be nothing. */
  push(delta: string): string;
  /** The text is complete; answers the rest. */
  finish(): string;
};

/**
 * Masks an agent's turn while it is streamed. `before` are the turns so far; `turn` is the one that begins, its
 * text is ignored. A sentence is let out when it is over and the next word has come. All that is let out, joined,
 * is the text that `maskLive` shows for the same turn without `speaks` (which a model tells only at the end).
 */
export function liveMask(before: readonly Turn[], turn: Turn, facts: LiveFacts): LiveMask {
  const pieces = cutTurns(before);
  const { speaks: _, ...silent } = turn;
  let open = "";
  const show = (text: string): string => {
    if (text === "") return "";
    pieces.push({ turn: { ...silent, index: pieces.length, text }, of: before.length });
    return maskPieces(pieces, facts).at(-1)?.text ?? "";
  };
  const letOut = (complete: boolean): string => {
    const [reading] = readTurns([{ ...silent, text: open }]);
    const ends = reading?.text === undefined ? [] : cuts(reading.text, complete);
    let out = "";
    let at = 0;
    for (const end of ends) {
      out += show(open.slice(at, end));
      at = end;
    }
    open = open.slice(at);
    return out;
  };
  return {
    push(delta) {
      open += delta;
      return letOut(false);
    },
    finish() {
      const out = letOut(true) + show(open);
      open = "";
      return out;
    },
  };
}
