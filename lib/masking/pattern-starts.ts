import { spendSteps } from "./budget";
import { type Edge, isJoiner, isNumberToken, type Lattice } from "./lattice";
import {
  GAP_WORDS_ACROSS_TURNS,
  HEAD_LENGTH,
  MAX_STEPS,
  type PatternStart,
  type SearchIndex,
} from "./search-index";

/**
 * Finds the starts that can match at a place: those whose first three characters can be read there. Follows all readings
 * at once, so that a text without a value costs the same for a hundred values as for one. It skips as many words as any
 * value allows, so it returns candidates that the search then verifies.
 */
export function findStarts(
  stream: readonly Lattice[],
  index: SearchIndex,
  part: number,
  at: number,
  edge: Edge,
  inside: number,
): readonly PatternStart[] {
  const reading = inside === 0 ? edge.reading : edge.reading.slice(inside);
  if (reading.length >= HEAD_LENGTH) return index.starts.get(reading.slice(0, HEAD_LENGTH)) ?? [];
  if (reading !== "" && !index.beginnings.has(reading)) return [];
  const heads = new Set<string>();
  readHeads(stream, index, part, at + edge.length, reading, heads);
  if (heads.size < 2) return index.starts.get([...heads][0] ?? "") ?? [];
  return [...heads].flatMap((head) => index.starts.get(head) ?? []).sort((a, b) => a.order - b.order);
}

/** Adds every three-character head that can be read from `at` after `prefix`. */
function readHeads(
  stream: readonly Lattice[],
  index: SearchIndex,
  from: number,
  at: number,
  prefix: string,
  heads: Set<string>,
): void {
  let part = from;
  let words = 0;
  for (let i = at, steps = 0; steps <= MAX_STEPS; i++, steps++) {
    const lattice = stream[part];
    if (lattice === undefined || !spendSteps(1)) return;
    const token = lattice.tokens[i];
    if (token === undefined) {
      part++;
      i = -1;
      continue;
    }
    const extend = (reading: string, length: number) => {
      const text = (prefix + reading).slice(0, HEAD_LENGTH);
      if (text.length === HEAD_LENGTH) {
        if (index.starts.has(text)) heads.add(text);
      } else if (index.beginnings.has(text)) readHeads(stream, index, part, i + length, text, heads);
    };
    for (const edge of lattice.edges[i] ?? []) extend(edge.reading, edge.length);
    if (token.kind === "word") extend(token.text, 1);
    if (isJoiner(token) || token.info?.softJoiner) continue;
    const mayPass = index.gaps || (part > from && token.info?.smallTalk === true);
    if (!mayPass || isNumberToken(lattice, i) || ++words > GAP_WORDS_ACROSS_TURNS) return;
  }
}
