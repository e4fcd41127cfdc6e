import { diffArrays, diffWordsWithSpace } from "diff";

/** A piece of a line; `marked` where it is what differs within the line. */
export type Part = { text: string; marked: boolean };
export type Line =
  | { sign: "same" | "added" | "removed"; parts: Part[] }
  /** As many lines that are the same, left out. */
  | { sign: "gap"; lines: number };

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;
/**
 * Maximum edits of the search for the shortest difference; beyond it, everything counts as changed. The cost grows with
 * the square, a prompt has up to 100,000 characters, and a difference of that size is not readable by line.
 */
const MAX_LINE_EDITS = 500;
const MAX_WORD_EDITS = 300;
/** Lines that have less than this in common are two lines rather than one that was changed. */
const RELATED = 0.4;

type Run = { sign: "same" | "added" | "removed"; lines: string[] };

/** An empty text has no line at all. */
const linesOf = (text: string | null): string[] => (text === null || text === "" ? [] : text.split("\n"));

function runsOf(before: string[], after: string[]): Run[] {
  const changes = diffArrays(before, after, { maxEditLength: MAX_LINE_EDITS });
  if (changes === undefined)
    return [
      { sign: "removed", lines: before },
      { sign: "added", lines: after },
    ];
  return changes.map(({ value, added, removed }) => ({
    sign: added ? "added" : removed ? "removed" : "same",
    lines: value,
  }));
}

const whole = (text: string): Part[] => [{ text, marked: false }];

/** The parts of a line that was changed: as it was, and as it is now. */
function partsOf(before: string, after: string): [Part[], Part[]] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS });
  const shared = (changes ?? []).filter(({ added, removed }) => !added && !removed);
  const length = shared.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (changes === undefined || length < RELATED * Math.max(before.length, after.length))
    return [whole(before), whole(after)];
  const side = (leftOut: "added" | "removed") =>
    changes
      .filter((change) => !change[leftOut])
      .map(({ value, added, removed }) => ({ text: value, marked: added || removed }));
  return [side("added"), side("removed")];
}

/** Removed lines paired with the added lines that replace them. */
function replaced(before: string[], after: string[]): Line[] {
  const old: Line[] = [];
  const now: Line[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const oldLine = before[at];
    const newLine = after[at];
    const [a, b] =
      oldLine !== undefined && newLine !== undefined
        ? partsOf(oldLine, newLine)
        : [whole(oldLine ?? ""), whole(newLine ?? "")];
    if (oldLine !== undefined) old.push({ sign: "removed", parts: a });
    if (newLine !== undefined) now.push({ sign: "added", parts: b });
  }
  return [...old, ...now];
}

/** Lines that are the same, without those that are far from any change. */
function context(lines: string[], isFirst: boolean, isLast: boolean): Line[] {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const unchanged = (some: string[]): Line[] => some.map((text) => ({ sign: "same", parts: whole(text) }));
  const hidden = lines.length - head - tail;
  // A gap is a separate line.
  if (hidden <= 1) return unchanged(lines);
  return [
    ...unchanged(lines.slice(0, head)),
    { sign: "gap", lines: hidden },
    ...unchanged(tail === 0 ? [] : lines.slice(-tail)),
  ];
}

/** Differences between two texts by line; empty if they are equal. */
export function diffText(before: string | null, after: string | null): Line[] {
  if (before === after) return [];
  const runs = runsOf(linesOf(before), linesOf(after));
  const lines: Line[] = [];
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    const next = runs[at + 1];
    if (run === undefined) break;
    if (run.sign === "same") lines.push(...context(run.lines, at === 0, at === runs.length - 1));
    else if (run.sign === "removed" && next?.sign === "added") {
      lines.push(...replaced(run.lines, next.lines));
      at++;
    } else lines.push(...run.lines.map((text): Line => ({ sign: run.sign, parts: whole(text) })));
  }
  return lines;
}
