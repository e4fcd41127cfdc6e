import { createMaskedValue } from "./json";
import { isUnreadableTurn, maskLive, withholdTurn } from "./live";
import { marksOf, markTurn, maskTranscript } from "./render";
import { findSpans } from "./spans";
import type { ApiTurn, MaskVariable, Span, Turn, Values } from "./turn";

/** Input of `presentTranscript`: a transcript, and everything that determines its masks. */
export type Presentation = {
  turns: readonly Turn[];
  /** The spans that were stored when the call was settled; null before. */
  spans: readonly Span[] | null;
  isSettled: boolean;
  /** The agent's `redact_sensitive_fields`. */
  redact: boolean;
  sensitive: ReadonlySet<string>;
  variables: readonly MaskVariable[];
  /** The values known so far. Used only while the call is not settled. */
  knownValues: Values;
  /** Indexes of turns that settling could not decide. They stay withheld. */
  withheld?: readonly number[];
  /** The agent's language (BCP 47). Null if unknown, which withholds every turn. */
  language: string | null;
  /** Indexes of unreadable turns (`findUnreadableTurns`), stored at settling. Computed again if absent. */
  unreadable?: readonly number[] | undefined;
  /** Set for a participant's view of the running conversation: the values that were known before it began. */
  participant?: { priorValues: Values };
};

/**
 * Masks a transcript for every view: API, events, exports, webhooks and pages. A settled call is masked by its stored
 * spans. Any other call gets the live view, which fails closed. `redact: false` shows the text of turns unmasked; values
 * (also in tool turns) stay masked, and payment cards are never stored. Unreadable turns stay withheld in any case, as
 * they could contain a card number.
 */
export function presentTranscript(presentation: Presentation): ApiTurn[] {
  const { turns, redact, withheld, language } = presentation;
  if (presentation.participant !== undefined) return maskTurns({ ...presentation, isSettled: false });
  const unreadable = new Set(presentation.unreadable ?? findUnreadableTurns(turns, language));
  const hidden = new Set(withheld ?? []);
  return maskTurns(presentation).map((turn, n) => {
    if (unreadable.has(turn.index)) return withholdTurn(turn);
    if (redact) return hidden.has(turn.index) ? withholdTurn(turn) : turn;
    return { ...turn, text: turns[n]?.text ?? null };
  });
}

/** Finds the indexes of the turns that masking cannot read: all turns if the language is unknown. */
export function findUnreadableTurns(turns: readonly Turn[], language: string | null): number[] {
  const isHidden = (turn: Turn) => language === null || isUnreadableTurn(turn, language);
  return turns.filter(isHidden).map(({ index }) => index);
}

function maskTurns(presentation: Presentation): ApiTurn[] {
  const { turns, spans, isSettled, sensitive, variables, knownValues, language, participant } = presentation;
  if (isSettled && spans !== null) return maskTranscript(turns, spans, sensitive);
  return maskLive(turns, {
    variables,
    sensitive,
    knownValues,
    language: language ?? UNKNOWN_LANGUAGE,
    ...(participant && { participant }),
  });
}

/** BCP 47's tag for an undetermined language. */
const UNKNOWN_LANGUAGE = "und";

/** A presented value: `{ "masked": true }` for a sensitive variable with a value. */
export type ShownValue = Values[string] | { masked: true };

/** Masks the values of sensitive variables for every API response, event and page. */
export function presentValues(values: Values, sensitive: ReadonlySet<string>): Record<string, ShownValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== null && sensitive.has(name) ? createMaskedValue() : value,
    ]),
  );
}

/** Masks a free text (summary, note, error message, label, text for the search index) like an agent turn. */
export function maskText(
  text: string,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): string {
  if (text === "") return text;
  const turn: Turn = { index: 0, role: "agent", text, start_ms: 0, end_ms: 0, interrupted: false };
  return maskTurn(turn, values, sensitive, variables).text ?? "";
}

/** Masks free JSON (metadata, an event's payload) like a tool's arguments. */
export function maskJson(
  value: unknown,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): unknown {
  if (isEmptyObject(value)) return value;
  const tool = { name: "", arguments: value, result: null, ok: true };
  const turn: Turn = { index: 0, role: "tool", text: null, start_ms: 0, end_ms: 0, interrupted: false, tool };
  return maskTurn(turn, values, sensitive, variables).tool?.arguments;
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

function maskTurn(
  turn: Turn,
  values: Values,
  sensitive: ReadonlySet<string>,
  variables: readonly MaskVariable[],
): ApiTurn {
  const sensitiveVariables = variables.filter((variable) => sensitive.has(variable.name));
  const marks = marksOf(findSpans([turn], values, sensitiveVariables), sensitive);
  return markTurn(turn, marks.get(turn.index) ?? new Map());
}
