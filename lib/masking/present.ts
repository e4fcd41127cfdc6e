import { masked } from "./json";
import { isUnreadableTurn, maskLive, withholdTurn } from "./live";
import { marksOf, markTurn, maskTranscript } from "./render";
import { findSpans } from "./spans";
import type { ApiTurn, MaskVariable, Span, Turn, Values } from "./turn";

/** All that decides how a transcript may be shown. */
export type Presentation = {
  turns: readonly Turn[];
  /** The spans that were kept when the call was settled; null before. */
  spans: readonly Span[] | null;
  settled: boolean;
  /** The agent's `redact_sensitive_fields`. */
  redact: boolean;
  sensitive: ReadonlySet<string>;
  variables: readonly MaskVariable[];
  /** The values known so far; only read while the call is not settled. */
  known: Values;
  /** Indexes of turns for which settling could not decide: they stay withheld. */
  withheld?: readonly number[];
  /** The agent's language (BCP 47); null where it is unknown, which withholds every turn. */
  language: string | null;
  /** Indexes of turns that masking cannot read (`unreadableTurns`), pinned at settling; found again where absent. */
  unreadable?: readonly number[] | undefined;
  /** Present where the person in a running conversation looks at it: the values that were known before it began. */
  participant?: { beforehand: Values };
};

/**
 * The one gate for transcripts: API, events, exports, webhooks and pages. Settled: masked by the kept spans. Not
 * settled, or without spans: the live view, fail closed. `redact: false` lifts masks for the text of turns; values
 * (in tool turns too) stay masked, and payment cards were never kept. Turns that masking cannot read stay withheld
 * either way, as they could hold a card.
 */
export function presentTranscript(given: Presentation): ApiTurn[] {
  const { turns, redact, withheld, language } = given;
  if (given.participant !== undefined) return shown({ ...given, settled: false });
  const unreadable = new Set(given.unreadable ?? unreadableTurns(turns, language));
  const hidden = new Set(withheld ?? []);
  return shown(given).map((turn, n) => {
    if (unreadable.has(turn.index)) return withholdTurn(turn);
    if (redact) return hidden.has(turn.index) ? withholdTurn(turn) : turn;
    return { ...turn, text: turns[n]?.text ?? null };
  });
}

/** Indexes of the turns that masking cannot read. Without a language no turn can be read. */
export function unreadableTurns(turns: readonly Turn[], language: string | null): number[] {
  const isHidden = (turn: Turn) => language === null || isUnreadableTurn(turn, language);
  return turns.filter(isHidden).map(({ index }) => index);
}

function shown(given: Presentation): ApiTurn[] {
  const { turns, spans, settled, sensitive, variables, known, language, participant } = given;
  if (settled && spans !== null) return maskTranscript(turns, spans, sensitive);
  return maskLive(turns, {
    variables,
    sensitive,
    known,
    language: language ?? UNKNOWN_LANGUAGE,
    ...(participant && { participant }),
  });
}

/** BCP 47's tag for a language that is not known. */
const UNKNOWN_LANGUAGE = "und";

/** A value as it is shown: `{ "masked": true }` for a sensitive variable that has one. */
export type ShownValue = Values[string] | { masked: true };

/** Variables' values as every answer, event and page shows them. */
export function presentValues(values: Values, sensitive: ReadonlySet<string>): Record<string, ShownValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== null && sensitive.has(name) ? masked() : value,
    ]),
  );
}

/** A free text (summary, note, error text, label, text for the search index) as a turn of the agent would be masked. */
export function maskText(
  text: string,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): string {
  if (text === "") return text;
  const turn: Turn = { index: 0, role: "agent", text, start_ms: 0, end_ms: 0, interrupted: false };
  return maskOne(turn, values, sensitive, variables).text ?? "";
}

/** Free JSON (metadata, an event's payload) masked as a tool's arguments would be. */
export function maskJson(
  value: unknown,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): unknown {
  if (isEmptyObject(value)) return value;
  const tool = { name: "", arguments: value, result: null, ok: true };
  const turn: Turn = { index: 0, role: "tool", text: null, start_ms: 0, end_ms: 0, interrupted: false, tool };
  return maskOne(turn, values, sensitive, variables).tool?.arguments;
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

function maskOne(
  turn: Turn,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): ApiTurn {
  const sought = variables.filter((variable) => sensitive.has(variable.name));
  const marks = marksOf(findSpans([turn], values, sought), sensitive);
  return markTurn(turn, marks.get(turn.index) ?? new Map());
}
