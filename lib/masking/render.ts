import { createMaskedValue, type Leaf, mapJson } from "./json";
import type { ApiTurn, Span, Turn } from "./turn";

/** A range of a text, and the label that replaces it. */
export type Mark = { start: number; end: number; label: string };

/** Text that is dropped between two marks with the same label: "[x] [x]" becomes "[x]". */
const NOTHING_BETWEEN = /^[^\p{L}\p{N}]*$/u;

/** Replaces each mark's range by its label. If marks overlap, the label of the earlier one is used. */
export function applyMarks(text: string, marks: readonly Mark[]): string {
  if (marks.length === 0) return text;
  let result = "";
  let at = 0;
  for (const { start, end, label } of joined(text, marks)) {
    result += text.slice(at, start) + label;
    at = end;
  }
  return result + text.slice(at);
}

function joined(text: string, marks: readonly Mark[]): Mark[] {
  const sorted = marks
    .map((mark) => ({ ...mark, start: Math.max(0, mark.start), end: Math.min(text.length, mark.end) }))
    .filter((mark) => mark.end > mark.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Mark[] = [];
  for (const mark of sorted) {
    const last = merged.at(-1);
    const touches = last !== undefined && mark.start < last.end;
    const isContinuation =
      last?.label === mark.label && NOTHING_BETWEEN.test(text.slice(last.end, mark.start));
    if (last !== undefined && (touches || isContinuation)) last.end = Math.max(last.end, mark.end);
    else merged.push(mark);
  }
  return merged;
}

/** Applies marks to a leaf of a tool turn. A fully marked leaf becomes `{ masked: true }`. */
export function markLeaf(leaf: Leaf, marks: readonly Mark[]): unknown {
  if (marks.length === 0) return leaf;
  if (typeof leaf !== "string") return createMaskedValue();
  const whole = joined(leaf, marks).some(
    (mark) => NOTHING_BETWEEN.test(leaf.slice(0, mark.start)) && NOTHING_BETWEEN.test(leaf.slice(mark.end)),
  );
  return whole ? createMaskedValue() : applyMarks(leaf, marks);
}

/** Marks for each part of a turn: `text`, `/arguments/…`, `key:/result/…`. */
export type PartMarks = ReadonlyMap<string, readonly Mark[]>;

/** Applies marks to a turn. Returns the API's shape, without `asking`, `answers` and `speaks`. */
export function markTurn(turn: Turn, marks: PartMarks): ApiTurn {
  const { index, role, text, start_ms, end_ms, interrupted, tool } = turn;
  const apiTurn: ApiTurn = { index, role, text, start_ms, end_ms, interrupted };
  if (text !== null) apiTurn.text = applyMarks(text, marks.get("text") ?? []);
  if (tool !== undefined) {
    const visit = {
      leaf: (pointer: string, leaf: Leaf) => markLeaf(leaf, marks.get(pointer) ?? []),
      name: (pointer: string, name: string) => applyMarks(name, marks.get(`key:${pointer}`) ?? []),
    };
    apiTurn.tool = {
      name: tool.name,
      arguments: mapJson(tool.arguments, "/arguments", visit),
      result: mapJson(tool.result, "/result", visit),
      ok: tool.ok,
    };
  }
  return apiTurn;
}

/** Converts the spans of sensitive variables to marks, by turn index and part. */
export function marksOf(
  spans: readonly Span[],
  sensitive: ReadonlySet<string>,
): Map<number, Map<string, Mark[]>> {
  const byTurn = new Map<number, Map<string, Mark[]>>();
  for (const { turn, part, start, end, variable } of spans) {
    if (!sensitive.has(variable)) continue;
    const parts = byTurn.get(turn) ?? new Map<string, Mark[]>();
    const marks = parts.get(part) ?? [];
    marks.push({ start, end, label: `[${variable}]` });
    parts.set(part, marks);
    byTurn.set(turn, parts);
  }
  return byTurn;
}

const NO_MARKS: PartMarks = new Map();

/** Masks the values of sensitive variables by their spans. Returns turns in the API's shape. */
export function maskTranscript(
  turns: readonly Turn[],
  spans: readonly Span[],
  sensitive: ReadonlySet<string>,
): ApiTurn[] {
  const marks = marksOf(spans, sensitive);
  return turns.map((turn) => markTurn(turn, marks.get(turn.index) ?? NO_MARKS));
}
