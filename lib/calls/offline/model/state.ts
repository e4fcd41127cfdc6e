import type { JSONSchema7 } from "@ai-sdk/provider";
import type { ModelAgent, ModelVariable } from "@/lib/calls/conversation/model-contract";
import type { Value } from "@/lib/calls/conversation/understand";
import type { Line, Script } from "./phrases";

export type Values = Record<string, Value>;
export type ToolSpec = { name: string; parameters: JSONSchema7 };

/** The dialog's context, which is the same in each request of one call. */
export type DialogContext = {
  agent: ModelAgent;
  script: Script;
  language: string;
  tools: ToolSpec[];
  initialValues: Values;
  /** The caller's wall clock when the conversation began, in the UTC fields of the date. */
  now: Date;
  timeZone: string | undefined;
};

/** The phase of a dialog. `form` is the wording of a question: 1 as the builder wrote it, 2 and 3 others. */
export type Phase =
  | { at: "asking"; variable: string; form: number }
  | { at: "confirming"; form: number }
  | { at: "correcting"; form: number }
  | { at: "callback"; back: Phase }
  | { at: "open" }
  | { at: "closing"; successful: boolean }
  | { at: "ended"; successful: boolean };

type ToolState = "called" | "ok" | "failed";

/** All that the policy knows; derived from the history alone. */
export type State = {
  phase: Phase;
  /** The disclosure and the greeting have been said. */
  opened: boolean;
  /** Agent turns that came before the greeting and were no greeting: the announcement of a recording. */
  strange: number;
  /** The agent has spoken since the caller last did. */
  hasSpoken: boolean;
  values: Values;
  /** The values that the engine has from `save_variables`. */
  saved: Values;
  /** How often each question was put, by variable, or by phase with a `#`. */
  askCounts: Record<string, number>;
  skipped: string[];
  /** The read-back has been begun: no second one follows. */
  readBack: boolean;
  confirmed: boolean;
  corrections: number;
  /** Corrected after the read-back, so said once more at the end. */
  corrected: string[];
  callback: { date: string | null; time: string | null };
  /** A tool that the caller asked for and that has not run yet. */
  requestedTool: string | null;
  tools: Record<string, ToolState>;
  askedHuman: boolean;
  /** Caller turns in a conversation that has nothing to ask. */
  free: number;
  say: Line[];
};

/** Events in the order of the history. */
export type Event =
  | { type: "caller"; text: string }
  /** The caller said something that the engine itself has answered. */
  | { type: "engine_topic"; wish: "opt_out" | "human" }
  | { type: "agent"; text: string }
  | { type: "tool_called"; name: string; input: unknown }
  | { type: "tool_answered"; name: string; ok: boolean };

// The first try and two that put it differently (product.md), after which a question is skipped.
export const MAX_ASKS = 3;
// A caller on a bad line; a machine that asks for ever is not answered for ever.
export const MAX_REPEATS = 6;
// Beyond that the caller is correcting the corrections, and a person should look at it.
export const MAX_CORRECTIONS = 3;
// Small talk of an agent that has nothing to ask ends here.
export const MAX_FREE_TURNS = 6;

export const variableOf = (dialog: DialogContext, name: string): ModelVariable | undefined =>
  dialog.agent.variables.find((v) => v.name === name);

export const isKnown = (state: State, name: string): boolean => Object.hasOwn(state.values, name);

export const requiredVariables = (dialog: DialogContext): ModelVariable[] =>
  dialog.agent.variables.filter((v) => v.required);

/** The variables whose values are known, in the agent's order. */
export const knownVariables = (state: State, dialog: DialogContext): ModelVariable[] =>
  dialog.agent.variables.filter((v) => isKnown(state, v.name));

export const toolOf = (dialog: DialogContext, name: string): ToolSpec | undefined =>
  dialog.tools.find((t) => t.name === name);

export const withSay = (state: State, ...lines: Line[]): State => ({
  ...state,
  say: [...state.say, ...lines],
});

/** Whether the dialog has reached its goal: all required values are known and confirmed. */
export function isGoalReached(state: State, dialog: DialogContext): boolean {
  const all = requiredVariables(dialog);
  if (Object.values(state.tools).includes("failed")) return false;
  return all.every((v) => isKnown(state, v.name)) && (all.length === 0 || state.confirmed);
}
