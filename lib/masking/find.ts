import { findDay, parseDay, type TokenRange } from "./dates";
import { isCaller, type Reading, type ReadingStream, type Sides, spanOf, streams } from "./document";
import type { Lattice } from "./lattice";
import { type NeedleIndex, search } from "./match";
import { findMinute, parseMinute } from "./times";
import type { MaskVariable, Span } from "./turn";

/** A span that knows where its turn stands, who speaks there, and whether it is the final value itself. */
export type Found = Span & { main: boolean; caller: boolean; position: number };

function found(
  reading: Reading,
  part: string,
  lattice: Lattice,
  range: TokenRange,
  variable: string,
  main: boolean,
): Found {
  const { turn, position } = reading;
  return {
    ...spanOf(turn, part, lattice, range.from, range.to, variable),
    main,
    caller: isCaller(turn),
    position,
  };
}

/** Every needle in every text: each side's turns as streams, each leaf of a tool by itself. */
export function searchTexts(readings: readonly Reading[], index: NeedleIndex, sides: Sides): Found[] {
  return [
    ...searchStreams(streams(readings, true, "joined"), index),
    ...searchStreams(streams(readings, false, sides), index),
    ...searchTools(readings, index),
  ];
}

function searchStreams(all: readonly ReadingStream[], index: NeedleIndex): Found[] {
  return all.flatMap(({ stream, where }) =>
    search(stream, index).flatMap(({ needle, pieces, whole }) =>
      pieces.flatMap((piece) => {
        const reading = where[piece.part];
        if (reading?.text === undefined) return [];
        return [found(reading, "text", reading.text, piece, needle.variable, whole && needle.main)];
      }),
    ),
  );
}

function searchTools(readings: readonly Reading[], index: NeedleIndex): Found[] {
  return readings.flatMap((reading) =>
    reading.tool.flatMap(({ part, lattice }) =>
      search([lattice], index).flatMap(({ needle, pieces }) =>
        pieces.map((piece) => found(reading, part, lattice, piece, needle.variable, false)),
      ),
    ),
  );
}

/**
 * Days and times are read for what they mean, as they are said in too many ways to list. `moments` are normalised
 * values; `main` is the final one.
 */
export function findMoments(
  variable: MaskVariable,
  moments: ReadonlySet<string>,
  main: unknown,
  readings: readonly Reading[],
): Found[] {
  return [...moments].flatMap((moment) => {
    const find = momentFinder(variable, moment);
    if (find === undefined) return [];
    return readings.flatMap((reading) => momentIn(reading, find, variable.name, moment === main));
  });
}

type Finder = (lattice: Lattice) => TokenRange[];

function momentIn(reading: Reading, find: Finder, variable: string, main: boolean): Found[] {
  const { text, tool } = reading;
  const said =
    text === undefined ? [] : find(text).map((range) => found(reading, "text", text, range, variable, main));
  const used = tool.flatMap(({ part, lattice }) =>
    find(lattice).map((range) => found(reading, part, lattice, range, variable, false)),
  );
  return [...said, ...used];
}

function momentFinder(variable: MaskVariable, moment: string): Finder | undefined {
  if (variable.type === "date") {
    const day = parseDay(moment);
    return day && ((lattice) => findDay(lattice, day));
  }
  const minute = variable.type === "time" ? parseMinute(moment) : undefined;
  return minute === undefined ? undefined : (lattice) => findMinute(lattice, minute);
}
