import { callbackLacks } from "./arguments";
import {
  type DialogContext,
  isGoalReached,
  isKnown,
  knownVariables,
  MAX_ASKS,
  MAX_REPEATS,
  type Phase,
  requiredVariables,
  type State,
  withSay,
} from "./state";

const NOT_YET = { date: null, time: null };

/** The key under which a question is counted. */
const keyOf = (phase: Phase): string => (phase.at === "asking" ? phase.variable : `#${phase.at}`);

// A variable may be called "constructor".
const asks = (state: State, phase: Phase): number =>
  Object.hasOwn(state.askCounts, keyOf(phase)) ? (state.askCounts[keyOf(phase)] ?? 0) : 0;

/**
 * Enters a phase and counts its question. After the maximum number of questions, the dialog continues without
 * an answer.
 */
export function ask(state: State, dialog: DialogContext, phase: Phase): State {
  const n = asks(state, phase);
  if (n < MAX_ASKS || phase.at === "open" || phase.at === "closing") {
    return { ...state, phase, askCounts: { ...state.askCounts, [keyOf(phase)]: n + 1 } };
  }
  return SKIP_QUESTION[phase.at](state, dialog, phase);
}

/** The next state after a question was asked three times. */
const SKIP_QUESTION: Record<Phase["at"], (state: State, dialog: DialogContext, phase: Phase) => State> = {
  asking: (state, dialog, phase) =>
    phase.at === "asking"
      ? advance(withSay({ ...state, skipped: [...state.skipped, phase.variable] }, "skipped"), dialog)
      : state,
  confirming: (state) => close(state, false),
  correcting: (state) => close(state, false),
  callback: (state, dialog, phase) =>
    phase.at === "callback" ? ask(withSay(state, "noCallback"), dialog, phase.back) : state,
  open: (state) => state,
  closing: (state) => state,
  ended: (state) => close(state, false),
};

/** The same question again: differently if it was not understood, as it was if the caller asked or was elsewhere. */
export function askAgain(state: State, dialog: DialogContext, differently: boolean): State {
  const { phase } = state;
  const form = "form" in phase ? Math.min(phase.form + (differently ? 1 : 0), MAX_ASKS) : 1;
  return ask(state, dialog, "form" in phase ? { ...phase, form } : phase);
}

const REPEATS = "#repeats";

/** Puts the same question again because the caller asked for that. Up to `MAX_REPEATS` are no tries of the question. */
export function repeat(state: State, dialog: DialogContext): State {
  const repeats = (state.askCounts[REPEATS] ?? 0) + 1;
  const counted = { ...state, askCounts: { ...state.askCounts, [REPEATS]: repeats } };
  // The read-back is repeated whole.
  const phase: Phase = state.phase.at === "confirming" ? { ...state.phase, form: 1 } : state.phase;
  return repeats > MAX_REPEATS ? ask(counted, dialog, phase) : { ...counted, phase };
}

/** Returns to the question before an engine topic. */
export const resume = (state: State, dialog: DialogContext, back: Phase): State =>
  askAgain({ ...state, phase: back }, dialog, false);

export const close = (state: State, successful: boolean): State => ({
  ...state,
  phase: { at: "closing", successful },
});

/** Everything that could be learnt is there: the tools run, unless the call back still lacks its time. */
export function finish(state: State, dialog: DialogContext): State {
  const done = close(state, isGoalReached(state, dialog));
  const lacks = isGoalReached(state, dialog) && callbackLacks(state, dialog);
  return lacks ? ask(done, dialog, { at: "callback", back: done.phase }) : done;
}

/** The next question; the one read-back when there is none; the end when that has been. */
export function advance(state: State, dialog: DialogContext): State {
  const next = requiredVariables(dialog).find(
    (v) => !isKnown(state, v.name) && !state.skipped.includes(v.name),
  );
  if (next) return ask(state, dialog, { at: "asking", variable: next.name, form: 1 });
  if (requiredVariables(dialog).length === 0) return { ...state, phase: { at: "open" } };
  if (state.readBack) return finish(state, dialog);
  if (knownVariables(state, dialog).length === 0) return close(state, false);
  return ask({ ...state, readBack: true }, dialog, { at: "confirming", form: 1 });
}

/** The state before anything was said. */
export function begin(dialog: DialogContext): State {
  return advance(
    {
      phase: { at: "open" },
      opened: false,
      strange: 0,
      hasSpoken: false,
      values: dialog.initialValues,
      saved: dialog.initialValues,
      askCounts: {},
      skipped: [],
      readBack: false,
      confirmed: false,
      corrections: 0,
      corrected: [],
      callback: NOT_YET,
      requestedTool: null,
      tools: {},
      askedHuman: false,
      free: 0,
      say: [],
    },
    dialog,
  );
}
