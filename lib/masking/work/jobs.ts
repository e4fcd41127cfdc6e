import { withBudget } from "../budget";
import { scrubCards } from "../cards";
import { masked } from "../json";
import { WITHHELD } from "../live";
import { maskJson, maskText, type Presentation, presentTranscript } from "../present";
import { findSpans } from "../spans";
import type { ApiTurn, MaskVariable, Span, Turn, Values } from "../turn";

type Facts = { values: Values; sensitive: ReadonlySet<string>; variables: readonly MaskVariable[] };

/** A piece of masking that can be done by a thread. */
export type Job =
  | { kind: "transcript"; given: Presentation }
  | ({ kind: "text"; text: string } & Facts)
  | ({ kind: "json"; value: unknown } & Facts)
  | { kind: "spans"; turns: readonly Turn[]; values: Values; variables: readonly MaskVariable[] }
  | { kind: "cards"; turns: readonly Turn[] };

/** What each kind of job answers. Spans: null where there is too much to read. Cards: only the turns that changed. */
export type Results = {
  transcript: ApiTurn[];
  text: string;
  json: unknown;
  spans: Span[] | null;
  cards: { hits: number[]; turns: Turn[] };
};
export type Kind = keyof Results;
export type JobOf<K extends Kind> = Extract<Job, { kind: K }>;

/**
 * Steps of the search in one view. A call of 200 ordinary turns takes 10,000; hostile text of the same length,
 * millions. Behind it the search withholds what it has not read.
 */
const VIEW_STEPS = 250_000;
/** The same when a call is settled, once and in the background. */
const SETTLE_STEPS = 1_000_000;
/** Characters times variables (see `costOf`) of one view: an hour of talk and sixty sensitive variables. Later turns are withheld. */
const VIEW_COST = 4_000_000;
/** The same when a call is settled; a call beyond it is settled unread, so that its view stays fail closed. */
const SETTLE_COST = 40_000_000;
/** A leaf or a name of JSON costs as much as so many characters. */
const LEAF_CHARS = 8;

/** Characters in a JSON value, with something for each leaf. */
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

const sought = ({ sensitive, variables }: Pick<Facts, "sensitive" | "variables">): number =>
  variables.reduce((sum, { name }) => sum + (sensitive.has(name) ? 1 : 0), 0);

/** Characters of the values that are searched for: each value is read before the search begins. */
const charsOfValues = (values: Values, names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + charsOf(values[name] ?? null), 0);

/** The cost of a job apart from the search: each variable looks at each character, and each value is read once. */
export function costOf(job: Job): number {
  switch (job.kind) {
    case "transcript":
      return (
        charsOfTurns(job.given.turns) * (1 + sought(job.given)) +
        charsOfValues(job.given.known, job.given.sensitive)
      );
    case "text":
      return (LEAF_CHARS + job.text.length) * (1 + sought(job)) + charsOfValues(job.values, job.sensitive);
    case "json":
      return charsOf(job.value) * (1 + sought(job)) + charsOfValues(job.values, job.sensitive);
    case "spans":
      return (
        charsOfTurns(job.turns) * (1 + job.variables.length) +
        charsOfValues(job.values, Object.keys(job.values))
      );
    case "cards":
      return charsOfTurns(job.turns);
  }
}

/** Characters of the longest text in a job. */
export function longestText(job: Job): number {
  switch (job.kind) {
    case "transcript":
      return Math.max(0, ...job.given.turns.map(charsOfTurn));
    case "text":
      return job.text.length;
    case "json":
      return charsOf(job.value);
    case "spans":
    case "cards":
      return Math.max(0, ...job.turns.map(charsOfTurn));
  }
}

/** The turns that fit into a view's cost are masked; those behind are withheld, as the API shows a withheld turn. */
function presentWithin(given: Presentation): ApiTurn[] {
  const each = 1 + sought(given);
  let cost = 0;
  const over = given.turns.findIndex((turn) => {
    cost += charsOfTurn(turn) * each;
    return cost > VIEW_COST;
  });
  const fitting = over === -1 ? given.turns : given.turns.slice(0, over);
  const rest = given.turns.slice(fitting.length);
  const shown = withBudget(VIEW_STEPS, () => presentTranscript({ ...given, turns: fitting }));
  if (rest.length === 0) return shown;
  const { participant: _, ...masked } = given;
  const withheld = presentTranscript({
    ...masked,
    turns: rest,
    spans: [],
    settled: true,
    redact: true,
    withheld: rest.map(({ index }) => index),
  });
  if (given.redact) return [...shown, ...withheld];
  // Masks are lifted for text; what masking cannot read stays withheld either way.
  const lifted = presentTranscript({ ...masked, turns: rest, spans: [], settled: true });
  return [...shown, ...withheld.map((turn, n) => ({ ...turn, text: lifted[n]?.text ?? null }))];
}

/** Does a job. Pure and synchronous; the same job has the same result on any machine. */
export function doJob<K extends Kind>(job: JobOf<K>): Results[K];
export function doJob(job: Job): Results[Kind] {
  switch (job.kind) {
    case "transcript":
      return presentWithin(job.given);
    case "text":
      if (costOf(job) > VIEW_COST) return WITHHELD;
      return withBudget(VIEW_STEPS, () => maskText(job.text, job.values, job.sensitive, job.variables));
    case "json":
      if (costOf(job) > VIEW_COST) return masked();
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
