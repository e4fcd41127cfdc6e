import { type Leaf, mapJson, masked } from "./json";
import type { ApiTurn, Span, Turn } from "./turn";

/** A stretch of a text and what stands there instead. */
export type Mark = { start: number; end: number; label: string };

/** Between two marks with the same label, these need not stay: "[x] [x]" is one "[x]". */
const NOTHING_BETWEEN = /^[^\p{L}\p{N}]*$/u;

/** The text with each mark's stretch replaced. Marks may overlap; the earlier one then gives the label. */
export function putMarks(text: string, marks: readonly Mark[]): string {
  if (marks.length === 0) return text;
  let out = "";
  let at = 0;
  for (const { start, end, label } of joined(text, marks)) {
    out += text.slice(at, start) + label;
    at = end;
  }
  return out + text.slice(at);
}

function joined(text: string, marks: readonly Mark[]): Mark[] {
  const sorted = marks
    .map((mark) => ({ ...mark, start: Math.max(0, mark.start), end: Math.min(text.length, mark.end) }))
    .filter((mark) => mark.end > mark.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Mark[] = [];
  for (const mark of sorted) {
    const last = out.at(-1);
    const touches = last !== undefined && mark.start < last.end;
    const same = last?.label === mark.label && NOTHING_BETWEEN.test(text.slice(last.end, mark.start));
    if (last !== undefined && (touches || same)) last.end = Math.max(last.end, mark.end);
    else out.push(mark);
  }
  return out;
}

/** A tool's leaf with marks: inside a longer string they are replaced, a leaf that is all marked is `masked`. */
export function markLeaf(leaf: Leaf, marks: readonly Mark[]): unknown {
  if (marks.length === 0) return leaf;
  if (typeof leaf !== "string") return masked();
  const whole = joined(leaf, marks).some(
    (mark) => NOTHING_BETWEEN.test(leaf.slice(0, mark.start)) && NOTHING_BETWEEN.test(leaf.slice(mark.end)),
  );
  return whole ? masked() : putMarks(leaf, marks);
}

/** Marks for each part of a turn: `text`, `/arguments/…`, `key:/result/…`. */
export type PartMarks = ReadonlyMap<string, readonly Mark[]>;

/** A turn in the API's shape with its marks put in; `asking`, `answers` and `speaks` stay behind. */
export function markTurn(turn: Turn, marks: PartMarks): ApiTurn {
  const { index, role, text, start_ms, end_ms, interrupted, tool } = turn;
  const out: ApiTurn = { index, role, text, start_ms, end_ms, interrupted };
  if (text !== null) out.text = putMarks(text, marks.get("text") ?? []);
  if (tool !== undefined) {
    const visit = {
      leaf: (pointer: string, leaf: Leaf) => markLeaf(leaf, marks.get(pointer) ?? []),
      name: (pointer: string, name: string) => putMarks(name, marks.get(`key:${pointer}`) ?? []),
    };
    out.tool = {
      name: tool.name,
      arguments: mapJson(tool.arguments, "/arguments", visit),
      result: mapJson(tool.result, "/result", visit),
      ok: tool.ok,
    };
  }
  return out;
}

/** The spans of sensitive variables as marks, by turn index and part. */
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

/** Turns with the values of sensitive variables masked by their spans; the API's shape. */
export function maskTranscript(
  turns: readonly Turn[],
  spans: readonly Span[],
  sensitive: ReadonlySet<string>,
): ApiTurn[] {
  const marks = marksOf(spans, sensitive);
  return turns.map((turn) => markTurn(turn, marks.get(turn.index) ?? NO_MARKS));
}
