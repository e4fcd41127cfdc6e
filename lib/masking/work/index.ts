import { type LiveFacts, type LiveMask, createLiveMask as unboundedLiveMask } from "../live";
import { type Presentation, presentTranscript as presentSettled } from "../present";
import type { ApiTurn, MaskVariable, Span, Turn, Values } from "../turn";
import { charsOfTurn, charsOfTurns } from "./jobs";
import { performJob, tryMaskInline } from "./mask-fairly";

/** See `presentTranscript` in ../present. A settled call has stored masks; any other view is a bounded job. */
export const presentTranscript = (presentation: Presentation): ApiTurn[] =>
  presentation.isSettled && presentation.spans !== null
    ? presentSettled(presentation)
    : performJob({ kind: "transcript", presentation });

/** See `maskText` in ../present. */
export const maskText = (
  text: string,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): string => performJob({ kind: "text", text, values, sensitive, variables });

/** See `maskJson` in ../present. */
export const maskJson = (
  value: unknown,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): unknown => performJob({ kind: "json", value, values, sensitive, variables });

/** See `findSpans` in ../spans. Returns null if the conversation is too long to read. */
export const findSpans = (
  turns: readonly Turn[],
  values: Values,
  variables: readonly MaskVariable[],
): Span[] | null => performJob({ kind: "spans", turns, values, variables });

/**
 * Characters of the last turns that are searched for cards when a turn is added: ten minutes of talk, and at least
 * `WINDOW_TURNS` turns. Earlier turns were searched when they were new.
 */
const WINDOW_CHARS = 12_000;
const WINDOW_TURNS = 8;

function windowStart(turns: readonly Turn[]): number {
  let chars = 0;
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    chars += turn === undefined ? 0 : charsOfTurn(turn);
    if (chars > WINDOW_CHARS && turns.length - at > WINDOW_TURNS) return at + 1;
  }
  return 0;
}

/** See `scrubCards` in ../cards. Reads only the end of a long conversation, as it is called for each new turn. */
export function scrubCards(turns: readonly Turn[]): { turns: Turn[]; hits: number[] } {
  const start = windowStart(turns);
  const { hits, turns: changed } = performJob({ kind: "cards", turns: turns.slice(start) });
  const byIndex = new Map(changed.map((turn) => [turn.index, turn]));
  return { hits, turns: turns.map((turn, at) => (at < start ? turn : (byIndex.get(turn.index) ?? turn))) };
}

/** Whether a view of these turns is small enough for a callback, which cannot wait for a thread. */
export const isShortView = (turns: readonly Turn[], sensitive: ReadonlySet<string>): boolean =>
  charsOfTurns(turns) * (1 + sensitive.size) <= CAPTION_COST;

/** Most characters times variables for one streamed turn. Each sentence is masked together with all turns before it. */
const STREAM_COST = 1_000_000;
/** The same for one of its sentences, which is masked inline: about 10 ms. */
const SENTENCE_COST = 120_000;
/** The same for a caption, of which there are a few per second: an hour of talk with five sensitive variables. */
const CAPTION_COST = 250_000;

const SENTENCE_ENDS = /[.!?\n…。！？؟।]/g;

/**
 * See `createLiveMask` in ../live. If a stream costs too much, the rest of it is withheld until the turn is finished.
 */
export function createLiveMask(before: readonly Turn[], turn: Turn, facts: LiveFacts): LiveMask {
  const inner = unboundedLiveMask(before, turn, facts);
  const each = 1 + facts.sensitive.size;
  const base = charsOfTurns(before);
  let chars = 0;
  /** Characters after the last end of a sentence. They are read again with each piece. */
  let open = 0;
  let cost = 0;
  const costsTooMuch = (delta: string): boolean => {
    const ends = [...delta.matchAll(SENTENCE_ENDS)];
    const last = ends.at(-1)?.index;
    chars += delta.length;
    open = last === undefined ? open + delta.length : delta.length - last;
    const sentence = (base + chars) * each;
    cost += open + ends.length * sentence;
    return sentence > SENTENCE_COST || cost > STREAM_COST;
  };
  let isWithholding = false;
  const letOut = (work: () => string): string => {
    const released = isWithholding ? undefined : tryMaskInline(work);
    isWithholding ||= released === undefined;
    return released ?? "";
  };
  return {
    push(delta) {
      isWithholding ||= costsTooMuch(delta);
      return letOut(() => inner.push(delta));
    },
    finish: () => letOut(() => inner.finish()),
  };
}
