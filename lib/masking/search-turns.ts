import { findDay, parseDay, type TokenRange } from "./dates";
import type { Lattice } from "./lattice";
import {
  type AgentTurns,
  groupIntoStreams,
  isCaller,
  type ParsedTurn,
  spanOf,
  type TurnStream,
} from "./parse-turns";
import { type SearchIndex, searchStream } from "./search-stream";
import { findMinute, parseMinute } from "./times";
import type { MaskVariable, Span } from "./turn";

/** A span with the position and side of its turn, and whether it is the final value itself. */
export type ValueSpan = Span & { isFinalValue: boolean; isCallerTurn: boolean; position: number };

function toValueSpan(
  reading: ParsedTurn,
  part: string,
  lattice: Lattice,
  range: TokenRange,
  variable: string,
  main: boolean,
): ValueSpan {
  const { turn, position } = reading;
  return {
    ...spanOf(turn, part, lattice, range.from, range.to, variable),
    isFinalValue: main,
    isCallerTurn: isCaller(turn),
    position,
  };
}

/** Searches all turns for all patterns: the texts of each side as streams, each leaf of a tool turn separately. */
export function searchTurns(
  readings: readonly ParsedTurn[],
  index: SearchIndex,
  sides: AgentTurns,
): ValueSpan[] {
  return [
    ...searchStreams(groupIntoStreams(readings, true, "joined"), index),
    ...searchStreams(groupIntoStreams(readings, false, sides), index),
    ...searchTools(readings, index),
  ];
}

function searchStreams(all: readonly TurnStream[], index: SearchIndex): ValueSpan[] {
  return all.flatMap(({ stream, turns }) =>
    searchStream(stream, index).flatMap(({ pattern, pieces, isWhole }) =>
      pieces.flatMap((piece) => {
        const reading = turns[piece.part];
        if (reading?.text === undefined) return [];
        return [
          toValueSpan(
            reading,
            "text",
            reading.text,
            piece,
            pattern.variable,
            isWhole && pattern.isFinalValue,
          ),
        ];
      }),
    ),
  );
}

function searchTools(readings: readonly ParsedTurn[], index: SearchIndex): ValueSpan[] {
  return readings.flatMap((reading) =>
    reading.tool.flatMap(({ part, lattice }) =>
      searchStream([lattice], index).flatMap(({ pattern, pieces }) =>
        pieces.map((piece) => toValueSpan(reading, part, lattice, piece, pattern.variable, false)),
      ),
    ),
  );
}

/**
 * Finds dates and times by their meaning, as they have too many spellings to list. `moments` are normalized values;
 * `main` is the final one.
 */
export function findDatesAndTimes(
  variable: MaskVariable,
  moments: ReadonlySet<string>,
  main: unknown,
  readings: readonly ParsedTurn[],
): ValueSpan[] {
  return [...moments].flatMap((moment) => {
    const find = momentFinder(variable, moment);
    if (find === undefined) return [];
    return readings.flatMap((reading) => momentIn(reading, find, variable.name, moment === main));
  });
}

type Finder = (lattice: Lattice) => TokenRange[];

function momentIn(reading: ParsedTurn, find: Finder, variable: string, main: boolean): ValueSpan[] {
  const { text, tool } = reading;
  const agentText =
    text === undefined
      ? []
      : find(text).map((range) => toValueSpan(reading, "text", text, range, variable, main));
  const used = tool.flatMap(({ part, lattice }) =>
    find(lattice).map((range) => toValueSpan(reading, part, lattice, range, variable, false)),
  );
  return [...agentText, ...used];
}

function momentFinder(variable: MaskVariable, moment: string): Finder | undefined {
  if (variable.type === "date") {
    const day = parseDay(moment);
    return day && ((lattice) => findDay(lattice, day));
  }
  const minute = variable.type === "time" ? parseMinute(moment) : undefined;
  return minute === undefined ? undefined : (lattice) => findMinute(lattice, minute);
}
