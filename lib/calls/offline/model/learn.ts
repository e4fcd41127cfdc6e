import type { ModelVariable } from "@/lib/calls/conversation/model-contract";
import {
  expectsDigits,
  type Found,
  intentOf,
  stems,
  understand,
  understandAt,
  type Value,
  volunteered,
} from "@/lib/calls/conversation/understand";
import { CARD_LABEL } from "@/lib/masking";
import { label } from "./speech";
import { isKnown, knownVariables, type State, type Values, variableOf, type World } from "./state";

type Learnt = { values: Values; answered: boolean };

const NOTHING: Learnt = { values: {}, answered: false };

// Mail first, as its words hold digits and names; what was found is not read again as something else.
const VOLUNTEER_ORDER: readonly ModelVariable["type"][] = ["email", "phone", "date", "time", "choice"];
const PAUSE = /[,.;!?]\s+|(?<!\s)\s+and\s+/;

/** Variables that may be volunteered: one type, one variable, else nobody knows which was meant. */
function volunteers(state: State, world: World, asked: ModelVariable | null): ModelVariable[] {
  const open = world.agent.variables.filter((v) => !isKnown(state, v.name) && v.name !== asked?.name);
  return VOLUNTEER_ORDER.flatMap((type) => {
    const own = open.filter((v) => v.type === type);
    if (type === "choice") return own.filter((v) => asked?.type !== "choice" || !sharesChoice(v, asked));
    return own.length === 1 && asked?.type !== type ? own : [];
  });
}

const sharesChoice = (a: ModelVariable, b: ModelVariable): boolean =>
  (a.choices ?? []).some((c) => (b.choices ?? []).includes(c));

function collect(
  state: State,
  world: World,
  text: string,
  asked: ModelVariable | null,
  taken: Found[],
): { values: Values; spans: Found[] } {
  const spans = [...taken];
  const values: Values = {};
  for (const variable of volunteers(state, world, asked)) {
    const found = volunteered(variable, text, world.now, spans, world.language);
    if (!found) continue;
    spans.push(found);
    values[variable.name] = found.value;
  }
  return { values, spans: spans.slice(taken.length) };
}

// Beyond that it is a story, and its days and places are parts of it.
const MAX_CLAUSES = 12;

/** Free words take all that was said, except whole clauses that say no more than another value. */
function learnFreeWords(state: State, world: World, text: string, asked: ModelVariable): Learnt {
  const clauses = text.split(PAUSE).filter((clause) => clause.trim() !== "");
  const several = clauses.length > 1 && clauses.length <= MAX_CLAUSES;
  const kept: string[] = [];
  let values: Values = {};
  for (const clause of clauses) {
    const other = several ? collect(state, world, clause, asked, []) : { values: {}, spans: [] };
    if (other.spans.length > 0 && saysNoMore(clause, other.spans, world))
      values = { ...other.values, ...values };
    else kept.push(clause);
  }
  const whole = kept.length === clauses.length;
  const found =
    kept.length === 0 ? null : understand(asked, whole ? text : kept.join(", "), world.now, world.language);
  return { values: found ? { ...values, [asked.name]: found.value } : values, answered: found !== null };
}

// "I'd like to come on", "and my e-mail is": what may surround a volunteered value in its own clause.
const MAX_WORDS_AROUND = 6;

function saysNoMore(clause: string, spans: readonly Found[], world: World): boolean {
  let rest = clause;
  for (const { start, end } of spans) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  const words = stems(rest);
  const names = world.agent.variables.flatMap((v) => stems(v.name.replaceAll("_", " ")));
  return (
    words.length <= MAX_WORDS_AROUND &&
    words.every((w) => w.length <= 5 || names.includes(w) || w === "please")
  );
}

/** In a masked history a value is its placeholder: it was given, and that is all there is to know. */
function learnPlaceholders(world: World, text: string, asked: ModelVariable | null): Learnt {
  const given = world.agent.variables.filter((v) => text.includes(`[${v.name}]`));
  return {
    values: Object.fromEntries(given.map((v) => [v.name, `[${v.name}]`])),
    answered: given.some((v) => v.name === asked?.name),
  };
}

/** What an utterance teaches: the value that was asked for, and others that it says beyond doubt. */
export function learn(state: State, world: World, said: string, asked: ModelVariable | null): Learnt {
  const text = said.replaceAll(CARD_LABEL, " ");
  const masked = learnPlaceholders(world, text, asked);
  if (Object.keys(masked.values).length > 0) return masked;
  if (asked?.type === "string" && !expectsDigits(asked, world.language))
    return learnFreeWords(state, world, text, asked);
  const found = asked && understandAt(asked, text, world.now, world.language);
  // Yes, no and a paraphrased choice are understood from the whole utterance, and leave all of it to others.
  const exact = found && asked?.type !== "boolean" && asked?.type !== "choice" ? [found] : [];
  const others = collect(state, world, text, asked, exact).values;
  if (asked && found) return { values: { ...others, [asked.name]: found.value }, answered: true };
  return Object.keys(others).length > 0 ? { values: others, answered: false } : NOTHING;
}

/** How clearly words name a variable: its name counts more than the word for its type. */
function mention(variable: ModelVariable, said: ReadonlySet<string>, world: World): number {
  const name = stems(variable.name.replaceAll("_", " ")).filter((w) => said.has(w)).length;
  const type = world.script.typeWords[variable.type].some((w) => said.has(w)) ? 1 : 0;
  return name * 2 + type;
}

/** The known variable that an utterance names, if it is one alone. */
export function mentioned(state: State, world: World, text: string): ModelVariable | null {
  const said = new Set(stems(text));
  const scored = knownVariables(state, world).map((variable) => ({
    variable,
    score: mention(variable, said, world),
  }));
  const best = Math.max(0, ...scored.map((s) => s.score));
  const top = scored.filter((s) => s.score === best);
  return best > 0 && top.length === 1 ? (top[0]?.variable ?? null) : null;
}

type Read = (text: string) => Value | undefined;

/** A new value within an utterance, also where the old one is named beside it ("not Tuesday, Wednesday"). */
function newValue(
  read: Read,
  variable: ModelVariable,
  old: Value | undefined,
  text: string,
  world: World,
): Value | null {
  const clauses = text.split(/[,.;]\s+|(?<!\s)\s+(?:but|not)\s+/).reverse();
  for (const part of [text, ...clauses]) {
    const value = read(part);
    if (value !== undefined && value !== old && !isAboutValue(value, variable, world)) return value;
  }
  return null;
}

const JUDGING: ReadonlySet<string> = new Set(["no", "yes", "correction"]);

/** "wrong" judges a value and "the name" names one; neither is a new value. */
function isAboutValue(value: Value, variable: ModelVariable, world: World): boolean {
  if (typeof value !== "string") return false;
  if (JUDGING.has(intentOf(value, world.language) ?? "")) return true;
  const names = new Set([...stems(label(variable.name)), ...world.script.namingWords]);
  const words = stems(value);
  return variable.type !== "choice" && words.length > 0 && words.every((word) => names.has(word));
}

export type Correction = { name: string; value: Value };

/** The new value of one variable; without its name only what shows what it is counts. */
function fixOf(
  variable: ModelVariable,
  sure: boolean,
  state: State,
  world: World,
  text: string,
): Correction[] {
  const read: Read = (part) =>
    (sure
      ? understand(variable, part, world.now, world.language)
      : volunteered(variable, part, world.now, [], world.language)
    )?.value;
  const value = newValue(read, variable, state.known[variable.name], text, world);
  return value === null ? [] : [{ name: variable.name, value }];
}

/** A correction that names no variable: what shows its type first, then what holds digits. Two are none. */
function unnamed(state: State, world: World, text: string): Correction[] {
  const known = knownVariables(state, world);
  const showing = known.filter((v) => VOLUNTEER_ORDER.includes(v.type));
  const digits = known.filter(
    (v) => v.type === "number" || (v.type === "string" && expectsDigits(v, world.language)),
  );
  const first = showing.flatMap((v) => fixOf(v, false, state, world, text));
  return first.length > 0 ? first : digits.flatMap((v) => fixOf(v, true, state, world, text));
}

/** The new value of a known variable that an utterance gives. */
export function correctionIn(state: State, world: World, text: string): Correction | null {
  const named = mentioned(state, world, text);
  const known = knownVariables(state, world);
  const only = known.length === 1 && known[0]?.type !== "boolean" ? known[0] : undefined;
  const meant = named ?? only;
  const fixes = meant ? fixOf(meant, true, state, world, text) : unnamed(state, world, text);
  return fixes.length === 1 ? (fixes[0] ?? null) : null;
}

export const askedVariable = (state: State, world: World): ModelVariable | null =>
  state.phase.at === "asking" ? (variableOf(world, state.phase.variable) ?? null) : null;
