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
import { type DialogContext, isKnown, knownVariables, type State, type Values, variableOf } from "./state";

type Learnt = { values: Values; answered: boolean };

const NOTHING: Learnt = { values: {}, answered: false };

// Mail first, as its words hold digits and names; what was found is not read again as something else.
const VOLUNTEER_ORDER: readonly ModelVariable["type"][] = ["email", "phone", "date", "time", "choice"];
const PAUSE = /[,.;!?]\s+|(?<!\s)\s+and\s+/;

/** Variables that can be volunteered: only one of each type, as the meant one is ambiguous otherwise. */
function volunteers(state: State, dialog: DialogContext, question: ModelVariable | null): ModelVariable[] {
  const open = dialog.agent.variables.filter((v) => !isKnown(state, v.name) && v.name !== question?.name);
  return VOLUNTEER_ORDER.flatMap((type) => {
    const sameType = open.filter((v) => v.type === type);
    if (type === "choice")
      return sameType.filter((v) => question?.type !== "choice" || !sharesChoice(v, question));
    return sameType.length === 1 && question?.type !== type ? sameType : [];
  });
}

const sharesChoice = (a: ModelVariable, b: ModelVariable): boolean =>
  (a.choices ?? []).some((c) => (b.choices ?? []).includes(c));

function collect(
  state: State,
  dialog: DialogContext,
  text: string,
  question: ModelVariable | null,
  usedSpans: Found[],
): { values: Values; spans: Found[] } {
  const spans = [...usedSpans];
  const values: Values = {};
  for (const variable of volunteers(state, dialog, question)) {
    const volunteeredValues = volunteered(variable, text, dialog.now, spans, dialog.language);
    if (!volunteeredValues) continue;
    spans.push(volunteeredValues);
    values[variable.name] = volunteeredValues.value;
  }
  return { values, spans: spans.slice(usedSpans.length) };
}

// Beyond that it is a story, and its days and places are parts of it.
const MAX_CLAUSES = 12;

/** Free words take all that was said, except whole clauses that say no more than another value. */
function learnFreeWords(state: State, dialog: DialogContext, text: string, question: ModelVariable): Learnt {
  const clauses = text.split(PAUSE).filter((clause) => clause.trim() !== "");
  const several = clauses.length > 1 && clauses.length <= MAX_CLAUSES;
  const freeWords: string[] = [];
  let values: Values = {};
  for (const clause of clauses) {
    const otherAnswers = several ? collect(state, dialog, clause, question, []) : { values: {}, spans: [] };
    if (otherAnswers.spans.length > 0 && saysNoMore(clause, otherAnswers.spans, dialog))
      values = { ...otherAnswers.values, ...values };
    else freeWords.push(clause);
  }
  const whole = freeWords.length === clauses.length;
  const answer =
    freeWords.length === 0
      ? null
      : understand(question, whole ? text : freeWords.join(", "), dialog.now, dialog.language);
  return {
    values: answer ? { ...values, [question.name]: answer.value } : values,
    answered: answer !== null,
  };
}

// "I'd like to come on", "and my e-mail is": what may surround a volunteered value in its own clause.
const MAX_WORDS_AROUND = 6;

function saysNoMore(clause: string, spans: readonly Found[], dialog: DialogContext): boolean {
  let remainder = clause;
  for (const { start, end } of spans)
    remainder = remainder.slice(0, start) + " ".repeat(end - start) + remainder.slice(end);
  const words = stems(remainder);
  const names = dialog.agent.variables.flatMap((v) => stems(v.name.replaceAll("_", " ")));
  return (
    words.length <= MAX_WORDS_AROUND &&
    words.every((w) => w.length <= 5 || names.includes(w) || w === "please")
  );
}

/** In a masked history a value is its placeholder: it was given, and that is all there is to know. */
function learnPlaceholders(dialog: DialogContext, text: string, question: ModelVariable | null): Learnt {
  const variables = dialog.agent.variables.filter((v) => text.includes(`[${v.name}]`));
  return {
    values: Object.fromEntries(variables.map((v) => [v.name, `[${v.name}]`])),
    answered: variables.some((v) => v.name === question?.name),
  };
}

/** The values in an utterance: the answer to the question, and others that are unambiguous. */
export function learn(
  state: State,
  dialog: DialogContext,
  utterance: string,
  question: ModelVariable | null,
): Learnt {
  const text = utterance.replaceAll(CARD_LABEL, " ");
  const masked = learnPlaceholders(dialog, text, question);
  if (Object.keys(masked.values).length > 0) return masked;
  if (question?.type === "string" && !expectsDigits(question, dialog.language))
    return learnFreeWords(state, dialog, text, question);
  const answer = question && understandAt(question, text, dialog.now, dialog.language);
  // Yes, no and a paraphrased choice are understood from the whole utterance, and leave all of it to others.
  const exact = answer && question?.type !== "boolean" && question?.type !== "choice" ? [answer] : [];
  const otherValues = collect(state, dialog, text, question, exact).values;
  if (question && answer)
    return { values: { ...otherValues, [question.name]: answer.value }, answered: true };
  return Object.keys(otherValues).length > 0 ? { values: otherValues, answered: false } : NOTHING;
}

/** How clearly words name a variable: its name counts more than the word for its type. */
function mention(
  variable: ModelVariable,
  utteranceStems: ReadonlySet<string>,
  dialog: DialogContext,
): number {
  const name = stems(variable.name.replaceAll("_", " ")).filter((w) => utteranceStems.has(w)).length;
  const type = dialog.script.typeWords[variable.type].some((w) => utteranceStems.has(w)) ? 1 : 0;
  return name * 2 + type;
}

/** The known variable that an utterance names, if it is one alone. */
export function mentioned(state: State, dialog: DialogContext, text: string): ModelVariable | null {
  const utteranceStems = new Set(stems(text));
  const scored = knownVariables(state, dialog).map((variable) => ({
    variable,
    score: mention(variable, utteranceStems, dialog),
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
  dialog: DialogContext,
): Value | null {
  const clauses = text.split(/[,.;]\s+|(?<!\s)\s+(?:but|not)\s+/).reverse();
  for (const part of [text, ...clauses]) {
    const value = read(part);
    if (value !== undefined && value !== old && !isAboutValue(value, variable, dialog)) return value;
  }
  return null;
}

const JUDGING: ReadonlySet<string> = new Set(["no", "yes", "correction"]);

/** "wrong" judges a value and "the name" names one; neither is a new value. */
function isAboutValue(value: Value, variable: ModelVariable, dialog: DialogContext): boolean {
  if (typeof value !== "string") return false;
  if (JUDGING.has(intentOf(value, dialog.language) ?? "")) return true;
  const names = new Set([...stems(label(variable.name)), ...dialog.script.namingWords]);
  const words = stems(value);
  return variable.type !== "choice" && words.length > 0 && words.every((word) => names.has(word));
}

export type Correction = { name: string; value: Value };

/** The new value of one variable; without its name only what shows what it is counts. */
function fixOf(
  variable: ModelVariable,
  sure: boolean,
  state: State,
  dialog: DialogContext,
  text: string,
): Correction[] {
  const read: Read = (part) =>
    (sure
      ? understand(variable, part, dialog.now, dialog.language)
      : volunteered(variable, part, dialog.now, [], dialog.language)
    )?.value;
  const value = newValue(read, variable, state.values[variable.name], text, dialog);
  return value === null ? [] : [{ name: variable.name, value }];
}

/** A correction that names no variable: what shows its type first, then what holds digits. Two are none. */
function unnamed(state: State, dialog: DialogContext, text: string): Correction[] {
  const knownOnes = knownVariables(state, dialog);
  const showing = knownOnes.filter((v) => VOLUNTEER_ORDER.includes(v.type));
  const digits = knownOnes.filter(
    (v) => v.type === "number" || (v.type === "string" && expectsDigits(v, dialog.language)),
  );
  const first = showing.flatMap((v) => fixOf(v, false, state, dialog, text));
  return first.length > 0 ? first : digits.flatMap((v) => fixOf(v, true, state, dialog, text));
}

/** The new value of a known variable that an utterance gives. */
export function correctionIn(state: State, dialog: DialogContext, text: string): Correction | null {
  const named = mentioned(state, dialog, text);
  const knownOnes = knownVariables(state, dialog);
  const only = knownOnes.length === 1 && knownOnes[0]?.type !== "boolean" ? knownOnes[0] : undefined;
  const variable = named ?? only;
  const fixes = variable ? fixOf(variable, true, state, dialog, text) : unnamed(state, dialog, text);
  return fixes.length === 1 ? (fixes[0] ?? null) : null;
}

export const askedVariable = (state: State, dialog: DialogContext): ModelVariable | null =>
  state.phase.at === "asking" ? (variableOf(dialog, state.phase.variable) ?? null) : null;
