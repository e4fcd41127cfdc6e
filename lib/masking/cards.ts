import { lookalikeEdge } from "./card-edges";
import { classifyGap } from "./card-gaps";
import { alwaysCross, findCards, neverCross } from "./card-search";
import type { CardMatch, Crossing } from "./card-walk";
import { type Leaf, mapJson } from "./json";
import { buildLattice, type DigitRun, findDigitRuns, isJoiner, type Lattice } from "./lattice";
import { isCaller, type ParsedTurn, parseTurns, type ToolText, type TurnStream } from "./parse-turns";
import { applyMarks, type Mark } from "./render";
import type { SearchPattern } from "./search-patterns";
import { buildSearchIndex, type MatchPiece, searchStream } from "./search-stream";
import type { ToolUse, Turn } from "./turn";

/** The mask of a card number that was permanently removed from a text. */
export const CARD_LABEL = "[payment_card]";
/** Fewest digits of an echo. An agent may repeat any group of a card, but two digits are too common. */
const ECHO_MIN = 3;
/** Fewest digits of a caller's incomplete attempt to remove. The first six or last four digits may be stored. */
const TRY_MIN = 7;

/** Most cards per call whose echoes are searched for. */
const ECHOED_MAX = 20;

/** Marks by position of the turn, then by part. */
type Book = Map<number, Map<string, Mark[]>>;

/**
 * Permanently removes payment card numbers from turns: their digits become `[payment_card]` in texts, and in the
 * arguments and results of tools. Call it with all turns each time a turn is added, as the turn that completes a number
 * also changes earlier turns. `hits` are the indexes of the changed turns. Unchanged turns are the same objects.
 */
export function scrubCards(turns: readonly Turn[]): { turns: Turn[]; hits: number[] } {
  const readings = parseTurns(turns);
  const book: Book = new Map();
  const cards = [true, false].flatMap((caller) => cardsOfSide(readings, caller, book));
  for (const reading of readings) cards.push(...cardsOfTools(reading, book));
  if (cards.length === 0) return { turns: [...turns], hits: [] };
  markEchoes(readings, cards, book);
  const hits: number[] = [];
  const scrubbed = turns.map((turn, position) => {
    const marks = book.get(position);
    if (marks === undefined) return turn;
    hits.push(turn.index);
    return rewrite(turn, marks);
  });
  return { turns: scrubbed, hits };
}

/** A found card: its digits, and the positions of its first and last turn. */
type AnsweredDigits = { digits: string; from: number; to: number };

function mark(book: Book, position: number, part: string, start: number, end: number): void {
  const parts = book.get(position) ?? new Map<string, Mark[]>();
  const marks = parts.get(part) ?? [];
  marks.push({ start, end, label: CARD_LABEL });
  parts.set(part, marks);
  book.set(position, parts);
}

function markTokens(
  book: Book,
  position: number,
  part: string,
  lattice: Lattice,
  from: number,
  to: number,
): void {
  mark(book, position, part, lattice.tokens[from]?.start ?? 0, lattice.tokens[to - 1]?.end ?? 0);
}

function cardsOfSide(readings: readonly ParsedTurn[], caller: boolean, book: Book): AnsweredDigits[] {
  const { stream, turns } = sideOf(readings, caller);
  return findCards(stream, crossingOf(turns)).map((card) => {
    const positions = card.pieces.map(({ part }) => turns[part]?.position ?? 0);
    for (const { part, from, to } of joinPieces(stream, card)) {
      const reading = turns[part];
      if (reading?.text !== undefined) markTokens(book, reading.position, "text", reading.text, from, to);
    }
    return { digits: card.digits, from: Math.min(...positions), to: Math.max(...positions) };
  });
}

/** All turns of a side as one stream. A card number may continue after an agent turn of any length. */
function sideOf(readings: readonly ParsedTurn[], caller: boolean): TurnStream {
  const where = readings.filter(({ turn, text }) => text !== undefined && isCaller(turn) === caller);
  return { stream: where.flatMap(({ text }) => text ?? []), turns: where };
}

/** Answers to different questions are different numbers, unless they are split like the groups of a card. */
const crossingOf =
  (where: readonly ParsedTurn[]): Crossing =>
  (from, to) => {
    const [before, after] = [where[from]?.turn.answers, where[to]?.turn.answers];
    const isOther = before !== undefined && typeof after === "string" && before !== after;
    return isOther ? "grouped" : "free";
  };

/**
 * The pieces to remove for a card: its groups, each with all digits that only separators separate from it (an expiry
 * date, a security code), and a group before it that the caller retracted.
 */
function joinPieces(stream: readonly Lattice[], card: CardMatch): MatchPiece[] {
  const joined: MatchPiece[] = [];
  for (const [n, piece] of card.pieces.entries()) {
    const lattice = stream[piece.part];
    if (lattice === undefined) continue;
    const runs = findDigitRuns(lattice);
    const ownRuns = runs.filter(({ from, to }) => from < piece.to && piece.from < to);
    if (n === 0) ownRuns.unshift(...takenBack(lattice, runs, piece.from));
    for (const { from, to } of [...ownRuns, piece]) addPiece(joined, lattice, { part: piece.part, from, to });
  }
  return joined;
}

/** Adds a piece. Extends the last piece if only separators are between them. */
function addPiece(pieces: MatchPiece[], lattice: Lattice, piece: MatchPiece): void {
  const last = pieces.at(-1);
  const between = lattice.tokens.slice(last?.to, piece.from);
  const isSeparated = between.every(
    (token, n) =>
      isJoiner(token) ||
      token.info?.and ||
      token.text === "x" ||
      token.info?.looseZero ||
      lookalikeEdge(lattice, (last?.to ?? 0) + n) !== undefined,
  );
  if (last === undefined || last.part !== piece.part || !isSeparated) pieces.push(piece);
  else last.to = Math.max(last.to, piece.to);
}

/** Most tokens between a wrong group and its correction. */
const CORRECTION_MAX = 16;

/** The digits before a card that the caller retracted ("4112, no sorry, 4111 …"). */
function takenBack(lattice: Lattice, runs: readonly DigitRun[], at: number): DigitRun[] {
  const before = runs.filter(({ to }) => to <= at && at - to <= CORRECTION_MAX).at(-1);
  if (before === undefined) return [];
  for (let gap = before.to; gap < at; gap++) if (classifyGap(lattice, gap) === "correction") return [before];
  return [];
}

/** Finds cards in each leaf of a tool turn. Adjacent all-digit leaves of one object or list count as one number. */
function cardsOfTools({ position, tool }: ParsedTurn, book: Book): AnsweredDigits[] {
  return siblings(tool).flatMap((group) => {
    const stream = group.map(({ lattice }) => lattice);
    return findCards(stream, alwaysCross).map((card) => {
      for (const { part, from, to } of joinPieces(stream, card)) {
        const text = group[part];
        if (text !== undefined) markTokens(book, position, text.part, text.lattice, from, to);
      }
      return { digits: card.digits, from: position, to: position };
    });
  });
}

function siblings(tool: readonly ToolText[]): ToolText[][] {
  const groups: ToolText[][] = [];
  let open: { parent: string; group: ToolText[] } | undefined;
  for (const text of tool.filter(({ part }) => !part.startsWith("key:"))) {
    const parent = text.part.slice(0, text.part.lastIndexOf("/"));
    const pure = isAllDigits(text.lattice);
    if (open !== undefined && pure && open.parent === parent) open.group.push(text);
    else {
      const group = [text];
      groups.push(group);
      open = pure ? { parent, group } : undefined;
    }
  }
  return [...groups, ...tool.filter(({ part }) => part.startsWith("key:")).map((text) => [text])];
}

function isAllDigits(lattice: Lattice): boolean {
  const [run] = findDigitRuns(lattice);
  return run !== undefined && run.from === 0 && lattice.tokens.slice(run.to).every(isJoiner);
}

/** Marks the other mentions of cards: an agent's echoes, partial read-backs, and a caller's incomplete attempts. */
function markEchoes(readings: readonly ParsedTurn[], cards: readonly AnsweredDigits[], book: Book): void {
  const distinct = [...new Set(cards.map(({ digits }) => digits))].slice(0, ECHOED_MAX);
  const needles = distinct.map(
    (digits): SearchPattern => ({
      variable: CARD_LABEL,
      chars: digits,
      isDigits: true,
      allowsPartial: true,
      isFinalValue: true,
    }),
  );
  const index = buildSearchIndex(needles);
  for (const reading of readings) {
    const { text, tool, position, turn } = reading;
    if (text !== undefined) {
      for (const { from, to } of searchStream([text], index).flatMap(({ pieces }) => pieces)) {
        if (!isCaller(turn) || digitCount(text, from, to) >= TRY_MIN)
          markTokens(book, position, "text", text, from, to);
      }
      if (!isCaller(turn)) markGroups(reading, text, cards, book);
    }
    for (const { part, lattice } of tool) {
      for (const { from, to } of searchStream([lattice], index).flatMap(({ pieces }) => pieces)) {
        markTokens(book, position, part, lattice, from, to);
      }
    }
  }
}

const digitCount = (lattice: Lattice, from: number, to: number): number =>
  findDigitRuns(
    buildLattice(lattice.text.slice(lattice.tokens[from]?.start, lattice.tokens[to - 1]?.end)),
  ).reduce((sum, run) => sum + run.digits.length, 0);

/** Marks any group of a card in the agent turns during the card's turns, and in the next one. */
function markGroups(
  { position }: ParsedTurn,
  text: Lattice,
  cards: readonly AnsweredDigits[],
  book: Book,
): void {
  const cardsInAnswer = cards.filter(({ from, to }) => position > from && position <= to + 1);
  if (cardsInAnswer.length === 0) return;
  for (const { from, to, digits } of findDigitRuns(text)) {
    if (digits.length < ECHO_MIN || !cardsInAnswer.some((card) => card.digits.includes(digits))) continue;
    markTokens(book, position, "text", text, from, to);
  }
}

function rewrite(turn: Turn, marks: ReadonlyMap<string, readonly Mark[]>): Turn {
  const cleaned: Turn = { ...turn };
  const inText = marks.get("text");
  if (turn.text !== null && inText !== undefined) {
    cleaned.text = applyMarks(turn.text, inText);
    if (turn.speaks !== undefined) cleaned.speaks = moved(turn.text, turn.speaks, inText);
  }
  if (turn.tool !== undefined) cleaned.tool = rewriteTool(turn.tool, marks);
  return cleaned;
}

type Speaks = NonNullable<Turn["speaks"]>;

/** Shifts ranges to their place in the changed text. Ranges that overlap a removed card are dropped. */
function moved(text: string, speaks: Speaks, marks: readonly Mark[]): Speaks {
  const place = (offset: number) => applyMarks(text.slice(0, offset), marks).length;
  return speaks
    .filter(({ start, end }) => !marks.some((mark) => mark.start < end && start < mark.end))
    .map(({ variable, start, end }) => ({ variable, start: place(start), end: place(end) }));
}

function rewriteTool(tool: ToolUse, marks: ReadonlyMap<string, readonly Mark[]>): ToolUse {
  const visit = {
    leaf: (pointer: string, leaf: Leaf) => {
      const markAt = marks.get(pointer);
      if (markAt === undefined) return leaf;
      return typeof leaf === "string" ? applyMarks(leaf, markAt) : CARD_LABEL;
    },
    name: (pointer: string, name: string) => applyMarks(name, marks.get(`key:${pointer}`) ?? []),
  };
  return {
    ...tool,
    arguments: mapJson(tool.arguments, "/arguments", visit),
    result: mapJson(tool.result, "/result", visit),
  };
}

/** Removes payment card numbers from a single text, such as a note or an error message. */
export function scrubCardText(text: string): string {
  const lattice = buildLattice(text);
  const marks = findCards([lattice], neverCross).flatMap((card) =>
    joinPieces([lattice], card).map(({ from, to }) => ({
      start: lattice.tokens[from]?.start ?? 0,
      end: lattice.tokens[to - 1]?.end ?? 0,
      label: CARD_LABEL,
    })),
  );
  return applyMarks(text, marks);
}

/** Removes payment card numbers from a JSON value, such as a tool's arguments, a variable's value, or metadata. */
export function scrubCardsInJson<T>(value: T): T;
export function scrubCardsInJson(value: unknown): unknown {
  return mapJson(value, "", {
    leaf: (_, leaf) => {
      const text = scrubCardText(String(leaf));
      return text === String(leaf) ? leaf : text;
    },
    name: (_, name) => scrubCardText(name),
  });
}
