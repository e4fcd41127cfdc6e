import type { ModelVariable } from "@/lib/calls/conversation/model-contract";
import {
  asksForPersonName,
  asksForStatement,
  expectsDigits,
  type Found,
  stems,
  talkSegments,
  volunteered,
  withoutTalk,
} from "@/lib/calls/conversation/understand";
import { CARD_LABEL } from "@/lib/masking";
import { type DialogContext, isKnown, type State, type Values, variableOf } from "./state";
import { stringAnswer } from "./string-answer";
import { isChatter, typedAnswer } from "./typed-answer";

type Learnt = { values: Values; answered: boolean };

const NOTHING: Learnt = { values: {}, answered: false };

// Mail first, as its words hold digits and names; what was found is not read again as something else.
export const VOLUNTEER_ORDER: readonly ModelVariable["type"][] = ["email", "phone", "date", "time", "choice"];
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
    freeWords.length === 0 ? null : stringAnswer(question, whole ? text : freeWords.join(", "), dialog);
  if (answer !== null) return { values: { ...values, [question.name]: answer }, answered: true };
  if (asksForStatement(question, dialog.language)) return { values, answered: false };
  // A request that answers nothing can contain other values: "I want to book a cleaning for Tuesday".
  return { values: { ...collect(state, dialog, text, question, []).values, ...values }, answered: false };
}

/** A person's name, and other values beside it. `answerText` is the text without chatter. */
function learnName(
  state: State,
  dialog: DialogContext,
  text: string,
  answerText: string,
  question: ModelVariable,
): Learnt {
  const name = stringAnswer(question, text, dialog);
  const start = name === null ? -1 : answerText.indexOf(name);
  const nameSpans = name === null || start < 0 ? [] : [{ value: name, start, end: start + name.length }];
  const { values, spans } = collect(state, dialog, answerText, question, nameSpans);
  const answer =
    name ?? (spans.length === 0 ? null : stringAnswer(question, blank(answerText, spans, ","), dialog));
  return answer === null
    ? { values, answered: false }
    : { values: { ...values, [question.name]: answer }, answered: true };
}

/** The text with each span replaced by a sign of the same length. */
const blank = (text: string, spans: readonly Found[], sign: string): string =>
  spans.reduce(
    (current, { start, end }) => current.slice(0, start) + sign.repeat(end - start) + current.slice(end),
    text,
  );

// "I'd like to come on", "and my e-mail is": what may surround a volunteered value in its own clause.
const MAX_WORDS_AROUND = 6;

function saysNoMore(clause: string, spans: readonly Found[], dialog: DialogContext): boolean {
  const words = stems(blank(clause, spans, " "));
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
  const segments = talkSegments(text, dialog.language);
  const answerText = withoutTalk(text, segments, isChatter);
  if (question !== null && asksForPersonName(question, dialog.language))
    return learnName(state, dialog, text, answerText, question);
  if (question?.type === "string" && !expectsDigits(question, dialog.language)) {
    // A statement is kept whole, with the questions in it.
    const isWhole = asksForStatement(question, dialog.language) && answerText.trim() !== "";
    return learnFreeWords(state, dialog, isWhole ? text : answerText, question);
  }
  const answer = question && typedAnswer(question, answerText, segments, dialog);
  // Yes, no and a paraphrased choice are understood from the whole utterance, and leave all of it to others.
  const exact = answer && question?.type !== "boolean" && question?.type !== "choice" ? [answer] : [];
  const otherValues = collect(state, dialog, answerText, question, exact).values;
  if (question && answer)
    return { values: { ...otherValues, [question.name]: answer.value }, answered: true };
  return Object.keys(otherValues).length > 0 ? { values: otherValues, answered: false } : NOTHING;
}

export const askedVariable = (state: State, dialog: DialogContext): ModelVariable | null =>
  state.phase.at === "asking" ? (variableOf(dialog, state.phase.variable) ?? null) : null;
