import { type Leaf, mapJson, pathOf } from "./json";
import { buildLattice, type Lattice } from "./lattice";
import type { Stream } from "./search-stream";
import { canonicalize } from "./tokens";
import type { Span, ToolUse, Turn } from "./turn";

/** One leaf (or member name) of a tool turn, with its lattice. */
export type ToolText = {
  part: string;
  /** The canonical names of the members above a leaf; empty for a member name. */
  memberNames: readonly string[];
  leaf: Leaf;
  lattice: Lattice;
};

/** A turn with its lattices. `position` is its index in the list of turns, which can differ from `turn.index`. */
export type ParsedTurn = { turn: Turn; position: number; text: Lattice | undefined; tool: ToolText[] };

type CachedTurn = {
  text: string | null;
  tool: ToolUse | undefined;
  lattice: Lattice | undefined;
  texts: ToolText[];
};
const cache = new WeakMap<Turn, CachedTurn>();

/** Parses a turn once and caches the result with the turn object, as a live view parses the same turns often. */
function read(turn: Turn): CachedTurn {
  const cached = cache.get(turn);
  if (cached !== undefined && cached.text === turn.text && cached.tool === turn.tool) return cached;
  const lattice = turn.text === null ? undefined : buildLattice(turn.text);
  const fresh = { text: turn.text, tool: turn.tool, lattice, texts: toolTexts(turn) };
  cache.set(turn, fresh);
  return fresh;
}

function toolTexts({ tool }: Turn): ToolText[] {
  if (tool === undefined) return [];
  const texts: ToolText[] = [];
  const visit = {
    leaf(part: string, leaf: Leaf) {
      texts.push({
        part,
        memberNames: pathOf(part).map(canonicalize),
        leaf,
        lattice: buildLattice(String(leaf)),
      });
      return leaf;
    },
    name(pointer: string, name: string) {
      texts.push({ part: `key:${pointer}`, memberNames: [], leaf: name, lattice: buildLattice(name) });
      return name;
    },
  };
  mapJson(tool.arguments, "/arguments", visit);
  mapJson(tool.result, "/result", visit);
  return texts;
}

/** Parses all turns, on which all searches work. Results are cached, so a turn's tool must not be mutated. */
export function parseTurns(turns: readonly Turn[]): ParsedTurn[] {
  return turns.map((turn, position) => {
    const { lattice, texts } = read(turn);
    return { turn, position, text: lattice, tool: texts };
  });
}

/** Whether a turn is the caller's. All other turns are the other side of the conversation. */
export const isCaller = (turn: Turn): boolean => turn.role === "caller";

/** A longer agent turn is more than an acknowledgment between two halves of a number. */
const SHORT_TURN_CHARS = 240;

/** Texts that are searched as one. `turns[part]` is the turn of text number `part`. */
export type TurnStream = { stream: Stream; turns: readonly ParsedTurn[] };
/** Whether an agent's turns are searched as one stream, or each separately. */
export type AgentTurns = "joined" | "apart";

/**
 * Groups the texts of one side into streams in which a value may be split over turns. A long turn of the other side
 * ends a stream.
 */
export function groupIntoStreams(
  readings: readonly ParsedTurn[],
  caller: boolean,
  sides: AgentTurns,
): TurnStream[] {
  const streams: { stream: Lattice[]; turns: ParsedTurn[] }[] = [];
  let open: { stream: Lattice[]; turns: ParsedTurn[] } | undefined;
  for (const reading of readings) {
    const { text, turn } = reading;
    if (text === undefined) continue;
    if (isCaller(turn) === caller) {
      if (open === undefined || sides === "apart") {
        open = { stream: [], turns: [] };
        streams.push(open);
      }
      open.stream.push(text);
      open.turns.push(reading);
    } else if (text.text.length > SHORT_TURN_CHARS) open = undefined;
  }
  return streams;
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
