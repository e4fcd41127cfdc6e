import type { StoredTurn } from "@/lib/calls/conversation";
import {
  findSpans,
  type MaskVariable,
  maskTranscript,
  presentValues,
  type ShownValue,
  type Span,
  type Values,
} from "@/lib/masking";
import type { MaskFacts } from "./mask-facts";
import { findRepeatedSpans } from "./repeated-spans";

/** Types with free text as their value, in which another variable's value can occur. */
const FREE_TYPES: ReadonlySet<MaskVariable["type"]> = new Set(["string", "number", "phone", "email"]);
const MASKED: ShownValue = { masked: true };

type ShownValues = Record<string, ShownValue>;
/** A value that can contain another one, as a turn with nothing else. */
type ValueTurn = { name: string; turn: StoredTurn };

/** As an array, as a member's name would reveal which value it is. */
const turnOfValue = (index: number, value: unknown): StoredTurn => {
  const tool = { name: "value", arguments: [value], result: null, ok: true };
  return { index, role: "tool", text: null, start_ms: 0, end_ms: 0, interrupted: false, tool };
};

/** Turns made of free values, from index `first` on, in the order of the values. */
function valueTurnsFrom(first: number, values: Values, definitions: readonly MaskVariable[]): ValueTurn[] {
  const types = new Map(definitions.map(({ name, type }) => [name, type]));
  return Object.entries(values).flatMap(([name, value], at) => {
    const isFree =
      typeof value !== "boolean" && value !== null && FREE_TYPES.has(types.get(name) ?? "string");
    return isFree ? [{ name, turn: turnOfValue(first + at, value) }] : [];
  });
}

/**
 * Finds the values of other variables within values ("the blue room, and my account is …"). Each span's
 * `turn` is the index of its value. Searches for every variable, as one can be marked sensitive later. `spans` are those
 * of the turns. Undefined if there is too much text.
 */
export function findSpansInValues(
  { turns, spans }: { turns: readonly StoredTurn[]; spans: readonly Span[] },
  values: Values,
  definitions: readonly MaskVariable[],
): Span[] | undefined {
  const valueTurns = valueTurnsFrom(turns.length, values, definitions);
  if (valueTurns.length === 0) return [];
  const valueSpans = findSpans([...turns, ...valueTurns.map(({ turn }) => turn)], values, definitions)
    ?.map((span) => ({ ...span, turn: span.turn - turns.length }))
    .filter(({ turn }) => turn >= 0);
  const repeating = valueTurns.map(({ name, turn }) => ({
    name,
    value: values[name],
    index: turn.index - turns.length,
  }));
  return valueSpans && [...valueSpans, ...findRepeatedSpans(turns, spans, repeating)];
}

type MaskedTurn = { tool?: { arguments: unknown } | undefined };
/** Returns each value as shown, unless it is masked by its own name. */
function shownValuesOf(valueTurns: readonly ValueTurn[], maskedTurns: readonly MaskedTurn[]): ShownValues {
  const entries = valueTurns.map(({ name }, n) => {
    const list = maskedTurns[n]?.tool?.arguments;
    return [name, Array.isArray(list) ? (list[0] as ShownValue) : MASKED] as const;
  });
  return Object.fromEntries(entries);
}

type PresentTurns = (turns: readonly StoredTurn[]) => MaskedTurn[];

/** Loads the call's turns on demand; null if they are not available. */
export type TurnLoader = (() => readonly StoredTurn[]) | null;

/**
 * Returns variables as they can be shown. Values that masking cannot read are masked in every call, as the turns with
 * their words are withheld. Without turns, in a list, free values of a call that no model has evaluated are withheld.
 * `view` masks turns until then.
 */
export function presentVariables(facts: MaskFacts, loadTurns: TurnLoader, view: PresentTurns): ShownValues {
  const shownValues = presentReadable(facts, loadTurns, view);
  for (const name of facts.unreadable) shownValues[name] = MASKED;
  return shownValues;
}

function presentReadable(facts: MaskFacts, loadTurns: TurnLoader, view: PresentTurns): ShownValues {
  const { values, definitions, masked, mixed } = facts;
  const plain = presentValues(values, masked);
  if (masked.size === 0 || mixed?.length === 0) return plain;
  const turns = mixed || loadTurns === null ? null : loadTurns();
  const valueTurns = valueTurnsFrom(turns?.length ?? 0, values, definitions).filter(
    ({ name }) => !masked.has(name),
  );
  const turnsOfValues = valueTurns.map(({ turn }) => turn);
  const maskedTurns = () => {
    if (mixed) return maskTranscript(turnsOfValues, mixed, masked);
    return turns === null || turnsOfValues.length === 0
      ? []
      : view([...turns, ...turnsOfValues]).slice(-turnsOfValues.length);
  };
  return { ...plain, ...shownValuesOf(valueTurns, maskedTurns()) };
}
