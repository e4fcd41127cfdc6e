import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import {
  type Conclusion,
  END_CALL,
  outcomeFor,
  outcomeTags,
  type ParleyOptions,
} from "@/lib/calls/conversation/model-contract";
import { eventsIn, replay } from "./replay";
import { fill, label, listed } from "./speech";
import {
  type DialogContext,
  isGoalReached,
  isKnown,
  requiredVariables,
  type State,
  type Values,
} from "./state";

/** Task `extract`: the values that the history gives, known ones included. */
export function extract(parley: ParleyOptions, options: LanguageModelV3CallOptions, clock: Date): Values {
  const { dialog, state } = replay(parley, options, clock);
  const names = dialog.agent.variables.filter((v) => isKnown(state, v.name)).map((v) => v.name);
  return Object.fromEntries(
    names.flatMap((name) => (state.values[name] === undefined ? [] : [[name, state.values[name]]])),
  );
}

const names = (list: readonly string[], dialog: DialogContext): string =>
  listed(
    list.map((name) => [`the ${label(name)}`]),
    dialog.script.questions.and,
  ).join("");

/** First sentence: which of the questions were answered. Names alone, never a value. */
function describeAnswers(state: State, dialog: DialogContext): string {
  const { summary } = dialog.script;
  const all = dialog.agent.variables.filter((v) => v.required || isKnown(state, v.name)).map((v) => v.name);
  if (all.length === 0) return summary.talked;
  const collected = all.filter((name) => isKnown(state, name));
  if (collected.length === 0) return fill(summary.nothingKnown, { items: [names(all, dialog)] }).join("");
  const missing = all.filter((name) => !isKnown(state, name));
  const but = missing.length === 0 ? "" : fill(summary.missing, { items: [names(missing, dialog)] }).join("");
  return `${fill(summary.gave, { items: [names(collected, dialog)] }).join("")}${but}${state.confirmed ? summary.confirmed : ""}`;
}

/** Further sentences: the tools that ran or failed, and a request for a person. */
function describeActions(state: State, dialog: DialogContext): string[] {
  const { summary } = dialog.script;
  const tools = Object.entries(state.tools).flatMap(([name, result]) => {
    if (result === "called") return [];
    const sentences = Object.hasOwn(summary.tools, name) ? summary.tools[name] : undefined;
    const sentence = (sentences ?? summary)[result === "ok" ? "ran" : "failed"];
    return [fill(sentence, { items: [label(name)] }).join("")];
  });
  return state.askedHuman ? [...tools, summary.human] : tools;
}

/**
 * The state with the values that settling has stored. A masked history shows a placeholder for every answer, also for
 * one without a value.
 */
function withCollected(state: State, { collected }: ParleyOptions): State {
  if (collected === undefined) return state;
  const values: Values = {};
  for (const name of collected)
    values[name] = isKnown(state, name) ? (state.values[name] ?? "") : `[${name}]`;
  return { ...state, values };
}

/** The outcome that the agent ended the call with, else the one that the dialog had reached. */
function outcomeOf(options: LanguageModelV3CallOptions, state: State, dialog: DialogContext): string {
  const ended = eventsIn(options.prompt).findLast((e) => e.type === "tool_called" && e.name === END_CALL);
  const input = ended?.type === "tool_called" ? ended.input : null;
  const tag = typeof input === "object" && input !== null && "outcome" in input ? input.outcome : null;
  if (typeof tag === "string" && outcomeTags(dialog.agent).includes(tag)) return tag;
  const talked = requiredVariables(dialog).length > 0 || state.free > 0;
  return outcomeFor(dialog.agent, talked && isGoalReached(state, dialog));
}

/** Task `conclude`: from the masked history. The summary names variables and tools and quotes nothing. */
export function conclude(
  parley: ParleyOptions,
  options: LanguageModelV3CallOptions,
  clock: Date,
): Conclusion {
  const { dialog, state: replayed } = replay(parley, options, clock);
  const state = withCollected(replayed, parley);
  const outcome = outcomeOf(options, state, dialog);
  const sentences = [describeAnswers(state, dialog), ...describeActions(state, dialog)];
  return {
    outcome,
    summary: sentences.map((sentence) => `${sentence}.`).join(" "),
    successful: outcome === outcomeFor(dialog.agent, true),
  };
}
