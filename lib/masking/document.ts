import { type Leaf, mapJson, pathOf } from "./json";
import { type Lattice, readText } from "./lattice";
import type { Stream } from "./match";
import { canonical } from "./tokens";
import type { Span, ToolUse, Turn } from "./turn";

/** One leaf (or member's name) of a tool turn, ready to be searched. */
export type ToolText = {
  part: string;
  /** The names of the members above a leaf, in canonical form; none for a name itself. */
  names: readonly string[];
  leaf: Leaf;
  lattice: Lattice;
};

/** One turn, read once. `position` is its place in the list, which need not be its index. */
export type Reading = { turn: Turn; position: number; text: Lattice | undefined; tool: ToolText[] };

type Kept = {
  text: string | null;
  tool: ToolUse | undefined;
  lattice: Lattice | undefined;
  texts: ToolText[];
};
const kept = new WeakMap<Turn, Kept>();

/** What a turn says, read once and kept for as long as the turn object lives: a live view reads the same turns often. */
function read(turn: Turn): Kept {
  const known = kept.get(turn);
  if (known !== undefined && known.text === turn.text && known.tool === turn.tool) return known;
  const lattice = turn.text === null ? undefined : readText(turn.text);
  const fresh = { text: turn.text, tool: turn.tool, lattice, texts: toolTexts(turn) };
  kept.set(turn, fresh);
  return fresh;
}

function toolTexts({ tool }: Turn): ToolText[] {
  if (tool === undefined) return [];
  const texts: ToolText[] = [];
  const visit = {
    leaf(part: string, leaf: Leaf) {
      texts.push({ part, names: pathOf(part).map(canonical), leaf, lattice: readText(String(leaf)) });
      return leaf;
    },
    name(pointer: string, name: string) {
      texts.push({ part: `key:${pointer}`, names: [], leaf: name, lattice: readText(name) });
      return name;
    },
  };
  mapJson(tool.arguments, "/arguments", visit);
  mapJson(tool.result, "/result", visit);
  return texts;
}

/** Reads all turns; every matcher works on the result. A turn's tool is read once, so it must not be changed in place. */
export function readTurns(turns: readonly Turn[]): Reading[] {
  return turns.map((turn, position) => {
    const { lattice, texts } = read(turn);
    return { turn, position, text: lattice, tool: texts };
  });
}

/** A side of the conversation: who takes in, and who gives out. */
export const isCaller = (turn: Turn): boolean => turn.role === "caller";

/** An agent's turn longer than this is no "go on" between two halves of a number. */
const SHORT_TURN_CHARS = 240;

/** Texts that are searched as one; `where[part]` is the reading of text number `part`. */
export type ReadingStream = { stream: Stream; where: readonly Reading[] };
/** Are an agent's turns searched as one, or each by itself? */
export type Sides = "joined" | "apart";

/**
 * The texts of one side as streams in which a value may be split over turns: a long turn of the other side ends
 * a stream.
 */
export function streams(readings: readonly Reading[], caller: boolean, sides: Sides): ReadingStream[] {
  const found: { stream: Lattice[]; where: Reading[] }[] = [];
  let open: { stream: Lattice[]; where: Reading[] } | undefined;
  for (const reading of readings) {
    const { text, turn } = reading;
    if (text === undefined) continue;
    if (isCaller(turn) === caller) {
      if (open === undefined || sides === "apart") {
        open = { stream: [], where: [] };
        found.push(open);
      }
      open.stream.push(text);
      open.where.push(reading);
    } else if (text.text.length > SHORT_TURN_CHARS) open = undefined;
  }
  return found;
}

/** The span of tokens `from` to `to` (exclusive) of a text. */
export function spanOf(
  turn: Turn,
  part: string,
  lattice: Lattice,
  from: number,
  to: number,
  variable: string,
): Span {
  const start = lattice.tokens[from]?.start ?? 0;
  const end = lattice.tokens[to - 1]?.end ?? lattice.text.length;
  return { turn: turn.index, part, start, end, variable };
}
