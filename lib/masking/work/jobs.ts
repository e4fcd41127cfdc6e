import { withBudget } from "../budget";
import { scrubCards } from "../cards";
import { createMaskedValue } from "../json";
import { WITHHELD } from "../live";
import { maskJson, maskText, type Presentation, presentTranscript } from "../present";
import { findSpans } from "../spans";
import type { ApiTurn, MaskVariable, Span, Turn, Values } from "../turn";

type Facts = { values: Values; sensitive: ReadonlySet<string>; variables: readonly MaskVariable[] };

/** A piece of masking that a thread can do. */
export type Job =
  | { kind: "transcript"; presentation: Presentation }
  | ({ kind: "text"; text: string } & Facts)
  | ({ kind: "json"; value: unknown } & Facts)
  | { kind: "spans"; turns: readonly Turn[]; values: Values; variables: readonly MaskVariable[] }
  | { kind: "cards"; turns: readonly Turn[] };

/** The result of each kind of job. Spans: null if there is too much to read. Cards: only the changed turns. */
export type JobResults = {
  transcript: ApiTurn[];
  text: string;
  json: unknown;
  spans: Span[] | null;
  cards: { hits: number[]; turns: Turn[] };
};
export type JobKind = keyof JobResults;
export type JobOf<K extends JobKind> = Extract<Job, { kind: K }>;

/**
 * Most search steps for one view. A call of 200 ordinary turns takes 10,000 steps, hostile text of that length takes
 * millions. After the limit, the search withholds the unread text.
 */
const VIEW_STEPS = 250_000;
/** The same for settling a call, which happens once and in the background. */
const SETTLE_STEPS = 1_000_000;
/**
 * Highest cost of one view in characters times variables (see `costOf`): an hour of talk with sixty sensitive variables.
 * Later turns are withheld.
 */
const VIEW_COST = 4_000_000;
/** The same for settling a call. A longer call is settled without spans, so that its view still fails closed. */
const SETTLE_COST = 40_000_000;
/** The cost of a JSON leaf or member, in characters. */
const LEAF_CHARS = 8;

/** The cost of a JSON value in characters. */
function charsOf(value: unknown): number {
  if (typeof value === "string") return value.length + LEAF_CHARS;
  if (typeof value !== "object" || value === null) return LEAF_CHARS;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + charsOf(item), LEAF_CHARS);
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + charsOf(item), LEAF_CHARS);
}

export const charsOfTurn = ({ text, tool }: Turn): number =>
  LEAF_CHARS +
  (text?.length ?? 0) +
  (tool === undefined ? 0 : charsOf(tool.arguments) + charsOf(tool.result));

export const charsOfTurns = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + charsOfTurn(turn), 0);

const sensitiveVariables = ({ sensitive, variables }: Pick<Facts, "sensitive" | "variables">): number =>
  variables.reduce((sum, { name }) => sum + (sensitive.has(name) ? 1 : 0), 0);

/** The characters of the values to search for, as each value is read before the search begins. */
const charsOfValues = (values: Values, names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + charsOf(values[name] ?? null), 0);

/** The cost of a job without the search: every variable reads every character, and each value is read once. */
export function costOf(job: Job): number {
  switch (job.kind) {
    case "transcript":
      return (
        charsOfTurns(job.presentation.turns) * (1 + sensitiveVariables(job.presentation)) +
        charsOfValues(job.presentation.knownValues, job.presentation.sensitive)
      );
    case "text":
      return (
        (LEAF_CHARS + job.text.length) * (1 + sensitiveVariables(job)) +
        charsOfValues(job.values, job.sensitive)
      );
    case "json":
      return charsOf(job.value) * (1 + sensitiveVariables(job)) + charsOfValues(job.values, job.sensitive);
    case "spans":
      return (
        charsOfTurns(job.turns) * (1 + job.variables.length) +
        charsOfValues(job.values, Object.keys(job.values))
      );
    case "cards":
      return charsOfTurns(job.turns);
  }
}

/** The length of the longest text in a job, in characters. */
export function longestTextChars(job: Job): number {
  switch (job.kind) {
    case "transcript":
      return Math.max(0, ...job.presentation.turns.map(charsOfTurn));
    case "text":
      return job.text.length;
    case "json":
      return charsOf(job.value);
    case "spans":
    case "cards":
      return Math.max(0, ...job.turns.map(charsOfTurn));
  }
}

/** Masks the turns that fit into a view's cost, and withholds the later turns. */
function presentWithin(presentation: Presentation): ApiTurn[] {
  const each = 1 + sensitiveVariables(presentation);
  let cost = 0;
  const over = presentation.turns.findIndex((turn) => {
    cost += charsOfTurn(turn) * each;
    return cost > VIEW_COST;
  });
  const fitting = over === -1 ? presentation.turns : presentation.turns.slice(0, over);
  const remainingTurns = presentation.turns.slice(fitting.length);
  const presented = withBudget(VIEW_STEPS, () => presentTranscript({ ...presentation, turns: fitting }));
  if (remainingTurns.length === 0) return presented;
  const { participant: _, ...masked } = presentation;
  const withheld = presentTranscript({
    ...masked,
    turns: remainingTurns,
    spans: [],
    isSettled: true,
    redact: true,
    withheld: remainingTurns.map(({ index }) => index),
  });
  if (presentation.redact) return [...presented, ...withheld];
  // The setting shows text unmasked. Unreadable turns stay withheld in any case.
  const lifted = presentTranscript({ ...masked, turns: remainingTurns, spans: [], isSettled: true });
  return [...presented, ...withheld.map((turn, n) => ({ ...turn, text: lifted[n]?.text ?? null }))];
}

/** Runs a job. Pure and synchronous: the same job has the same result on every machine. */
export function doJob<K extends JobKind>(job: JobOf<K>): JobResults[K];
export function doJob(job: Job): JobResults[JobKind] {
  switch (job.kind) {
    case "transcript":
      return presentWithin(job.presentation);
    case "text":
      if (costOf(job) > VIEW_COST) return WITHHELD;
      return withBudget(VIEW_STEPS, () => maskText(job.text, job.values, job.sensitive, job.variables));
    case "json":
      if (costOf(job) > VIEW_COST) return createMaskedValue();
      return withBudget(VIEW_STEPS, () => maskJson(job.value, job.values, job.sensitive, job.variables));
    case "spans":
      if (costOf(job) > SETTLE_COST) return null;
      return withBudget(SETTLE_STEPS, () => findSpans(job.turns, job.values, job.variables));
    case "cards": {
      const { turns, hits } = scrubCards(job.turns);
      const changed = new Set(hits);
      return { hits, turns: turns.filter(({ index }) => changed.has(index)) };
    }
  }
}
