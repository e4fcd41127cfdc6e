import { callbackLacks } from "./arguments";
import {
  isKnown,
  knownVariables,
  MAX_ASKS,
  MAX_REPEATS,
  type Phase,
  reached,
  required,
  type State,
  type World,
  withSay,
} from "./state";

const NOT_YET = { date: null, time: null };

/** What a question is counted under. */
const keyOf = (phase: Phase): string => (phase.at === "asking" ? phase.variable : `#${phase.at}`);

// A variable may be called "constructor".
const asks = (state: State, phase: Phase): number =>
  Object.hasOwn(state.asked, keyOf(phase)) ? (state.asked[keyOf(phase)] ?? 0) : 0;

/** Goes to a phase and counts its question; where it was put often enough, the dialogue goes on without it. */
export function ask(state: State, world: World, phase: Phase): State {
  const n = asks(state, phase);
  if (n < MAX_ASKS || phase.at === "open" || phase.at === "closing") {
    return { ...state, phase, asked: { ...state.asked, [keyOf(phase)]: n + 1 } };
  }
  return GIVE_UP[phase.at](state, world, phase);
}

/** What follows when a question was put three times. */
const GIVE_UP: Record<Phase["at"], (state: State, world: World, phase: Phase) => State> = {
  asking: (state, world, phase) =>
    phase.at === "asking"
      ? advance(withSay({ ...state, skipped: [...state.skipped, phase.variable] }, "skipped"), world)
      : state,
  confirming: (state) => close(state, false),
  correcting: (state) => close(state, false),
  callback: (state, world, phase) =>
    phase.at === "callback" ? ask(withSay(state, "noCallback"), world, phase.back) : state,
  open: (state) => state,
  closing: (state) => state,
  ended: (state) => close(state, false),
};

/** The same question again: differently if it was not understood, as it was if the caller asked or was elsewhere. */
export function again(state: State, world: World, differently: boolean): State {
  const { phase } = state;
  const form = "form" in phase ? Math.min(phase.form + (differently ? 1 : 0), MAX_ASKS) : 1;
  return ask(state, world, "form" in phase ? { ...phase, form } : phase);
}

const REPEATS = "#repeats";

/** Puts the same question again because the caller asked for that. Up to `MAX_REPEATS` are no tries of the question. */
export function repeat(state: State, world: World): State {
  const repeats = (state.asked[REPEATS] ?? 0) + 1;
  const counted = { ...state, asked: { ...state.asked, [REPEATS]: repeats } };
  // The read-back is repeated whole.
  const phase: Phase = state.phase.at === "confirming" ? { ...state.phase, form: 1 } : state.phase;
  return repeats > MAX_REPEATS ? ask(counted, world, phase) : { ...counted, phase };
}

/** Goes back to what was asked before an aside. */
export const resume = (state: State, world: World, back: Phase): State =>
  again({ ...state, phase: back }, world, false);

export const close = (state: State, successful: boolean): State => ({
  ...state,
  phase: { at: "closing", successful },
});

/** Everything that could be learnt is there: the tools run, unless the call back still lacks its time. */
export function finish(state: State, world: World): State {
  const done = close(state, reached(state, world));
  const lacks = reached(state, world) && callbackLacks(state, world);
  return lacks ? ask(done, world, { at: "callback", back: done.phase }) : done;
}

/** The next question; the one read-back when there is none; the end when that has been. */
export function advance(state: State, world: World): State {
  const next = required(world).find((v) => !isKnown(state, v.name) && !state.skipped.includes(v.name));
  if (next) return ask(state, world, { at: "asking", variable: next.name, form: 1 });
  if (required(world).length === 0) return { ...state, phase: { at: "open" } };
  if (state.readBack) return finish(state, world);
  if (knownVariables(state, world).length === 0) return close(state, false);
  return ask({ ...state, readBack: true }, world, { at: "confirming", form: 1 });
}

/** The state before anything was said. */
export function begin(world: World): State {
  return advance(
    {
      phase: { at: "open" },
      opened: false,
      strange: 0,
      spoken: false,
      known: world.known,
      saved: world.known,
      asked: {},
      skipped: [],
      readBack: false,
      confirmed: false,
      corrections: 0,
      corrected: [],
      callback: NOT_YET,
      wanted: null,
      tools: {},
      askedHuman: false,
      free: 0,
      say: [],
    },
    world,
  );
}
