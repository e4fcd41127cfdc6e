import { maskLive } from "../../live";
import { maskTranscript } from "../../render";
import { findSpans } from "../../spans";
import type { ApiTurn, MaskVariable, Turn, Values } from "../../turn";
import { type Line, turnsOf } from "../conversation";

/** In templates, «…» holds what must not come out, and ‹…› what must stay readable. */
const MARKED = /[«»‹›]/g;

export type Range = { start: number; end: number };

/** A line without its marks, with the ranges of secrets and of figures that stay readable. */
export type Marked = { line: Line; secrets: Range[]; figures: Range[] };

export function readMarks(line: Line): Marked {
  const marked: Marked = { line, secrets: [], figures: [] };
  if (line.text === null) return marked;
  let text = "";
  let start = 0;
  let at = 0;
  for (const mark of line.text.matchAll(MARKED)) {
    text += line.text.slice(at, mark.index);
    at = mark.index + 1;
    if (mark[0] === "«" || mark[0] === "‹") start = text.length;
    else (mark[0] === "»" ? marked.secrets : marked.figures).push({ start, end: text.length });
  }
  text += line.text.slice(at);
  return { ...marked, line: { ...line, text } };
}

/** Puts values in the place of `{}` or `{name}` in a template. */
export const fill = (template: string, values: string | Record<string, string>): string =>
  template.replace(/\{(\w*)\}/g, (_, name: string) =>
    typeof values === "string" ? values : (values[name] ?? `{${name}}`),
  );

const LABEL = /\[[a-z][a-z0-9_]*\]/;

/** The ranges of the original that are readable in what is shown: labels stand for the rest. */
export function readableRanges(original: string, masked: string): Range[] {
  const pieces = masked.split(LABEL);
  const ranges: Range[] = [];
  let at = 0;
  for (const [n, piece] of pieces.entries()) {
    const isLast = n === pieces.length - 1;
    const start = isLast ? original.length - piece.length : original.indexOf(piece, at);
    if (start < at && piece !== "") throw new Error(`"${masked}" does not come from "${original}"`);
    if (piece !== "") ranges.push({ start, end: start + piece.length });
    at = Math.max(at, start + piece.length);
  }
  return ranges;
}

/** The unmasked letters and digits of a range. */
export function readable(original: string, range: Range, visible: readonly Range[]): string {
  return visible
    .map(({ start, end }) => original.slice(Math.max(start, range.start), Math.min(end, range.end)))
    .join(" ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Answers which secrets can still be read in what is shown. */
export function leakOf(
  marked: readonly Marked[],
  maskedTexts: readonly (string | null)[],
): string | undefined {
  for (const [n, { line, secrets }] of marked.entries()) {
    const [original, masked] = [line.text, maskedTexts[n]];
    if (original === null || masked === null || masked === undefined) continue;
    const visible = readableRanges(original, masked);
    for (const secret of secrets) {
      const left = readable(original, secret, visible);
      if (left !== "") return `"${left}" in turn ${n} of\n${transcript(marked, maskedTexts)}`;
    }
  }
  return undefined;
}

export const transcript = (marked: readonly Marked[], masked: readonly (string | null)[]): string =>
  marked.map(({ line }, n) => `  ${line.role}: ${line.text}\n      -> ${masked[n]}`).join("\n");

const names = (variables: readonly MaskVariable[]): Set<string> => new Set(variables.map(({ name }) => name));

/** A transcript as it is shown after settling, all variables sensitive. */
export function settled(
  turns: readonly Turn[],
  values: Values,
  variables: readonly MaskVariable[],
): ApiTurn[] {
  return maskTranscript(turns, findSpans(turns, values, variables), names(variables));
}

/** A transcript as it is shown while the call runs, all variables sensitive. */
export const live = (turns: readonly Turn[], values: Values, variables: readonly MaskVariable[]): ApiTurn[] =>
  maskLive(turns, { variables, sensitive: names(variables), knownValues: values, language: "en-US" });

/** Returns the leak of marked lines after settling, if any. */
export function settledLeak(
  lines: readonly Line[],
  values: Values,
  variables: readonly MaskVariable[],
): string | undefined {
  const marked = lines.map(readMarks);
  const turns = turnsOf(marked.map(({ line }) => line));
  return leakOf(
    marked,
    settled(turns, values, variables).map(({ text }) => text),
  );
}
