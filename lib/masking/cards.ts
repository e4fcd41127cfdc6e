import { lookalikeEdge } from "./card-edges";
import { gapOf } from "./card-gaps";
import { apart, findCards, together } from "./card-search";
import type { CardMatch, Crossing } from "./card-walk";
import { isCaller, type Reading, type ReadingStream, readTurns, type ToolText } from "./document";
import { type Leaf, mapJson } from "./json";
import { type DigitRun, digitRuns, isJoiner, type Lattice, readText } from "./lattice";
import { indexNeedles, type Piece, search } from "./match";
import type { Needle } from "./needles";
import { type Mark, putMarks } from "./render";
import type { ToolUse, Turn } from "./turn";

/** What stands for a card that was taken out of a text for good. */
export const CARD_LABEL = "[payment_card]";
/** An agent may echo any group of a card while it is told; two digits are too common to be an echo. */
const ECHO_MIN = 3;
/** A caller's own broken-off try at the number: more than the first six or last four digits that may be kept. */
const TRY_MIN = 7;

/** Cards whose echoes are looked for; nobody tells more in one call. */
const ECHOED_MAX = 20;

/** Marks by position of the turn, then by part. */
type Book = Map<number, Map<string, Mark[]>>;

/**
 * Payment cards taken out of the turns for good: their digits become `[payment_card]`, in texts and in what tools
 * were given and answered. Call it with all turns so far each time one is added: the turn that completes a card
 * rewrites what came before. `hits` are the indexes of the turns that changed; turns that did not are the same
 * objects.
 */
export function scrubCards(turns: readonly Turn[]): { turns: Turn[]; hits: number[] } {
  const readings = readTurns(turns);
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

/** The positions over which a card was told, and its digits. */
type Told = { digits: string; from: number; to: number };

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

function cardsOfSide(readings: readonly Reading[], caller: boolean, book: Book): Told[] {
  const { stream, where } = sideOf(readings, caller);
  return findCards(stream, crossingOf(where)).map((card) => {
    const positions = card.pieces.map(({ part }) => where[part]?.position ?? 0);
    for (const { part, from, to } of joinPieces(stream, card)) {
      const reading = where[part];
      if (reading?.text !== undefined) markTokens(book, reading.position, "text", reading.text, from, to);
    }
    return { digits: card.digits, from: Math.min(...positions), to: Math.max(...positions) };
  });
}

/** All turns of a side as one stream: however long the agent speaks between them, a card goes on. */
function sideOf(readings: readonly Reading[], caller: boolean): ReadingStream {
  const where = readings.filter(({ turn, text }) => text !== undefined && isCaller(turn) === caller);
  return { stream: where.flatMap(({ text }) => text ?? []), where };
}

/** Answers to different questions are different numbers, unless they are told as the groups of a card. */
const crossingOf =
  (where: readonly Reading[]): Crossing =>
  (from, to) => {
    const [before, after] = [where[from]?.turn.answers, where[to]?.turn.answers];
    const isOther = before !== undefined && typeof after === "string" && before !== after;
    return isOther ? "grouped" : "free";
  };

/**
 * What is taken out of the texts for a card: its groups, each with all digits that only separators part from it (an
 * expiry date, a code), and a group in front that was taken back.
 */
function joinPieces(stream: readonly Lattice[], card: CardMatch): Piece[] {
  const joined: Piece[] = [];
  for (const [n, piece] of card.pieces.entries()) {
    const lattice = stream[piece.part];
    if (lattice === undefined) continue;
    const runs = digitRuns(lattice);
    const own = runs.filter(({ from, to }) => from < piece.to && piece.from < to);
    if (n === 0) own.unshift(...takenBack(lattice, runs, piece.from));
    for (const { from, to } of [...own, piece]) addPiece(joined, lattice, { part: piece.part, from, to });
  }
  return joined;
}

/** Adds a piece, as a part of the last one where only separators lie between. */
function addPiece(pieces: Piece[], lattice: Lattice, piece: Piece): void {
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

/** Tokens between a wrong group and the right one. */
const CORRECTION_MAX = 16;

/** The digits in front of a card that its caller took back ("4112, no sorry, 4111 …"). */
function takenBack(lattice: Lattice, runs: readonly DigitRun[], at: number): DigitRun[] {
  const before = runs.filter(({ to }) => to <= at && at - to <= CORRECTION_MAX).at(-1);
  if (before === undefined) return [];
  for (let gap = before.to; gap < at; gap++) if (gapOf(lattice, gap) === "correction") return [before];
  return [];
}

/** Each leaf by itself, and neighbours of one object or list that are nothing but digits as one number. */
function cardsOfTools({ position, tool }: Reading, book: Book): Told[] {
  return siblings(tool).flatMap((group) => {
    const stream = group.map(({ lattice }) => lattice);
    return findCards(stream, together).map((card) => {
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
  const [run] = digitRuns(lattice);
  return run !== undefined && run.from === 0 && lattice.tokens.slice(run.to).every(isJoiner);
}

/** What was said of a card beside its telling: the agent's echoes, read-backs in part, and broken-off tries. */
function markEchoes(readings: readonly Reading[], cards: readonly Told[], book: Book): void {
  const distinct = [...new Set(cards.map(({ digits }) => digits))].slice(0, ECHOED_MAX);
  const needles = distinct.map(
    (digits): Needle => ({ variable: CARD_LABEL, chars: digits, digits: true, partial: true, main: true }),
  );
  const index = indexNeedles(needles);
  for (const reading of readings) {
    const { text, tool, position, turn } = reading;
    if (text !== undefined) {
      for (const { from, to } of search([text], index).flatMap(({ pieces }) => pieces)) {
        if (!isCaller(turn) || digitCount(text, from, to) >= TRY_MIN)
          markTokens(book, position, "text", text, from, to);
      }
      if (!isCaller(turn)) markGroups(reading, text, cards, book);
    }
    for (const { part, lattice } of tool) {
      for (const { from, to } of search([lattice], index).flatMap(({ pieces }) => pieces)) {
        markTokens(book, position, part, lattice, from, to);
      }
    }
  }
}

const digitCount = (lattice: Lattice, from: number, to: number): number =>
  digitRuns(readText(lattice.text.slice(lattice.tokens[from]?.start, lattice.tokens[to - 1]?.end))).reduce(
    (sum, run) => sum + run.digits.length,
    0,
  );

/** Any group of a card in the agent's turns while the card is told, and in the one behind. */
function markGroups({ position }: Reading, text: Lattice, cards: readonly Told[], book: Book): void {
  const told = cards.filter(({ from, to }) => position > from && position <= to + 1);
  if (told.length === 0) return;
  for (const { from, to, digits } of digitRuns(text)) {
    if (digits.length < ECHO_MIN || !told.some((card) => card.digits.includes(digits))) continue;
    markTokens(book, position, "text", text, from, to);
  }
}

function rewrite(turn: Turn, marks: ReadonlyMap<string, readonly Mark[]>): Turn {
  const out: Turn = { ...turn };
  const inText = marks.get("text");
  if (turn.text !== null && inText !== undefined) {
    out.text = putMarks(turn.text, inText);
    if (turn.speaks !== undefined) out.speaks = moved(turn.text, turn.speaks, inText);
  }
  if (turn.tool !== undefined) out.tool = rewriteTool(turn.tool, marks);
  return out;
}

type Speaks = NonNullable<Turn["speaks"]>;

/** Ranges moved along with the text; what lay in a card's digits is gone with them. */
function moved(text: string, speaks: Speaks, marks: readonly Mark[]): Speaks {
  const place = (offset: number) => putMarks(text.slice(0, offset), marks).length;
  return speaks
    .filter(({ start, end }) => !marks.some((mark) => mark.start < end && start < mark.end))
    .map(({ variable, start, end }) => ({ variable, start: place(start), end: place(end) }));
}

function rewriteTool(tool: ToolUse, marks: ReadonlyMap<string, readonly Mark[]>): ToolUse {
  const visit = {
    leaf: (pointer: string, leaf: Leaf) => {
      const found = marks.get(pointer);
      if (found === undefined) return leaf;
      return typeof leaf === "string" ? putMarks(leaf, found) : CARD_LABEL;
    },
    name: (pointer: string, name: string) => putMarks(name, marks.get(`key:${pointer}`) ?? []),
  };
  return {
    ...tool,
    arguments: mapJson(tool.arguments, "/arguments", visit),
    result: mapJson(tool.result, "/result", visit),
  };
}

/** A text by itself (a note, an error's text) without payment cards. */
export function scrubCardText(text: string): string {
  const lattice = readText(text);
  const marks = findCards([lattice], apart).flatMap((card) =>
    joinPieces([lattice], card).map(({ from, to }) => ({
      start: lattice.tokens[from]?.start ?? 0,
      end: lattice.tokens[to - 1]?.end ?? 0,
      label: CARD_LABEL,
    })),
  );
  return putMarks(text, marks);
}

/** Any JSON value (a tool's arguments, a variable's value, metadata) without payment cards. */
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
