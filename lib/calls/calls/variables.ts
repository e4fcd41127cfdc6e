import type { KeptTurn } from "@/lib/calls/conversation";
import {
  findSpans,
  type MaskVariable,
  maskTranscript,
  presentValues,
  type ShownValue,
  type Span,
  type Values,
} from "@/lib/masking";
import type { Facts } from "./facts";

/** Types whose value is what was said, and not one of a few or a moment: another variable's value fits into it. */
const FREE: ReadonlySet<MaskVariable["type"]> = new Set(["string", "number", "phone", "email"]);
const MASKED: ShownValue = { masked: true };

type Shown = Record<string, ShownValue>;
/** A value in which another one can have been said along, as a turn that holds nothing else. */
type Told = { name: string; turn: KeptTurn };

/** In a list, as a member's name would tell whose value it is. */
const turnOf = (index: number, value: unknown): KeptTurn => {
  const tool = { name: "value", arguments: [value], result: null, ok: true };
  return { index, role: "tool", text: null, start_ms: 0, end_ms: 0, interrupted: false, tool };
};

/** Values of free types, as turns from `first` on, each at its own place among the values. */
function toldFrom(first: number, values: Values, definitions: readonly MaskVariable[]): Told[] {
  const types = new Map(definitions.map(({ name, type }) => [name, type]));
  return Object.entries(values).flatMap(([name, value], at) => {
    const isFree = typeof value !== "boolean" && value !== null && FREE.has(types.get(name) ?? "string");
    return isFree ? [{ name, turn: turnOf(first + at, value) }] : [];
  });
}

/**
 * Where other variables' values are within values ("the blue room, and my account is …"). Each span's `turn` is the
 * place of its value among all; found for every variable, as one can be marked sensitive later. Undefined where
 * there is too much to read.
 */
export function spansInValues(
  turns: readonly KeptTurn[],
  values: Values,
  definitions: readonly MaskVariable[],
): Span[] | undefined {
  const told = toldFrom(turns.length, values, definitions);
  if (told.length === 0) return [];
  return findSpans([...turns, ...told.map(({ turn }) => turn)], values, definitions)
    ?.map((span) => ({ ...span, turn: span.turn - turns.length }))
    .filter(({ turn }) => turn >= 0);
}

type Seen = { tool?: { arguments: unknown } | undefined };
/** What is shown of each, unless it is masked altogether by its own name. */
function shownOf(told: readonly Told[], seen: readonly Seen[]): Shown {
  const entries = told.map(({ name }, n) => {
    const list = seen[n]?.tool?.arguments;
    return [name, Array.isArray(list) ? (list[0] as ShownValue) : MASKED] as const;
  });
  return Object.fromEntries(entries);
}

type View = (turns: readonly KeptTurn[]) => Seen[];

/** What was said in a call, opened where somebody has to look at it; null where it is not at hand. */
export type Said = (() => readonly KeptTurn[]) | null;

/**
 * Variables' values as they may be shown. `said` where it is at hand: in a list of calls nothing is shown of a free
 * value of a call that nobody has read. `view` shows turns as they are shown until somebody has.
 */
export function presentVariables(facts: Facts, said: Said, view: View): Shown {
  const { values, definitions, masked, mixed } = facts;
  const plain = presentValues(values, masked);
  if (masked.size === 0 || mixed?.length === 0) return plain;
  const turns = mixed || said === null ? null : said();
  const told = toldFrom(turns?.length ?? 0, values, definitions).filter(({ name }) => !masked.has(name));
  const asked = told.map(({ turn }) => turn);
  const seen = () => {
    if (mixed) return maskTranscript(asked, mixed, masked);
    return turns === null || asked.length === 0 ? [] : view([...turns, ...asked]).slice(-asked.length);
  };
  return { ...plain, ...shownOf(told, seen()) };
}
