import { type LiveFacts, type LiveMask, liveMask as unboundedLiveMask } from "../live";
import { type Presentation, presentTranscript as presentSettled } from "../present";
import type { ApiTurn, MaskVariable, Span, Turn, Values } from "../turn";
import { maskAtOnce, perform } from "./gate";
import { charsOfTurn, charsOfTurns } from "./jobs";

/** See `presentTranscript` of ../present. The masks of a settled call are stored; any other view is a bounded job. */
export const presentTranscript = (given: Presentation): ApiTurn[] =>
  given.settled && given.spans !== null ? presentSettled(given) : perform({ kind: "transcript", given });

/** See `maskText` of ../present. */
export const maskText = (
  text: string,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): string => perform({ kind: "text", text, values, sensitive, variables });

/** See `maskJson` of ../present. */
export const maskJson = (
  value: unknown,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): unknown => perform({ kind: "json", value, values, sensitive, variables });

/** See `findSpans` of ../spans; null where there is more to read than any conversation has. */
export const findSpans = (
  turns: readonly Turn[],
  values: Values,
  variables: readonly MaskVariable[],
): Span[] | null => perform({ kind: "spans", turns, values, variables });

/**
 * Characters of the last turns in which a card is looked for when one is added: ten minutes of talk, and never fewer
 * than `WINDOW_TURNS`. What lies before was looked at when it was new.
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

/** See `scrubCards` of ../cards, which is asked with each new turn: of a long conversation its end is read. */
export function scrubCards(turns: readonly Turn[]): { turns: Turn[]; hits: number[] } {
  const start = windowStart(turns);
  const { hits, turns: changed } = perform({ kind: "cards", turns: turns.slice(start) });
  const byIndex = new Map(changed.map((turn) => [turn.index, turn]));
  return { hits, turns: turns.map((turn, at) => (at < start ? turn : (byIndex.get(turn.index) ?? turn))) };
}

/** May a view of these turns be masked within a callback, which cannot wait for a thread? */
export const isShortView = (turns: readonly Turn[], sensitive: ReadonlySet<string>): boolean =>
  charsOfTurns(turns) * (1 + sensitive.size) <= CAPTION_COST;

/** Characters times variables that one streamed turn may cost; each of its sentences is judged by all before it. */
const STREAM_COST = 1_000_000;
/** The most that one sentence of it may cost, as it is masked where it is streamed: about 10 ms. */
const SENTENCE_COST = 120_000;
/** The same of a caption, of which there are a few a second: an hour of talk, with five sensitive variables. */
const CAPTION_COST = 250_000;

const SENTENCE_ENDS = /[.!?\n…。！？؟।]/g;

/**
 * See `liveMask` of ../live. A stream that would cost too much is held back from there on: the finished turn shows it.
 */
export function liveMask(before: readonly Turn[], turn: Turn, facts: LiveFacts): LiveMask {
  const inner = unboundedLiveMask(before, turn, facts);
  const each = 1 + facts.sensitive.size;
  const base = charsOfTurns(before);
  let chars = 0;
  /** Characters behind the last end of a sentence, which are read again with each piece. */
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
  let held = false;
  const letOut = (work: () => string): string => {
    const shown = held ? undefined : maskAtOnce(work);
    held ||= shown === undefined;
    return shown ?? "";
  };
  return {
    push(delta) {
      held ||= costsTooMuch(delta);
      return letOut(() => inner.push(delta));
    },
    finish: () => letOut(() => inner.finish()),
  };
}
