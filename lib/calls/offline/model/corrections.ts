import type { ModelVariable } from "@/lib/calls/conversation/model-contract";
import {
  expectsDigits,
  intentOf,
  stems,
  understand,
  type Value,
  volunteered,
} from "@/lib/calls/conversation/understand";
import { VOLUNTEER_ORDER } from "./learn";
import { label } from "./speech";
import { type DialogContext, knownVariables, type State } from "./state";
import { stringAnswer } from "./string-answer";

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
  const isFreeText = variable.type === "string" && !expectsDigits(variable, dialog.language);
  const read: Read = (part) => {
    if (!sure) return volunteered(variable, part, dialog.now, [], dialog.language)?.value;
    return isFreeText
      ? (stringAnswer(variable, part, dialog) ?? undefined)
      : understand(variable, part, dialog.now, dialog.language)?.value;
  };
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
