import { END_CALL, SAVE_VARIABLES, UNHEARD } from "@/lib/calls/conversation/model-contract";
import { type Intent, intentOf } from "@/lib/calls/conversation/understand";
import { argumentsFor, SCHEDULE_CALLBACK } from "./arguments";
import { hearMoment } from "./callback";
import { advance, again, ask, close, finish, repeat, resume } from "./flow";
import { isGreeting } from "./greeting";
import { askedVariable, type Correction, correctionIn, learn, mentioned } from "./learn";
import {
  type Event,
  isKnown,
  knownVariables,
  MAX_CORRECTIONS,
  MAX_FREE_TURNS,
  type Phase,
  reached,
  required,
  type State,
  toolOf,
  type Values,
  type World,
  withSay,
} from "./state";

type Hear = (state: State, world: World, text: string, intent: Intent | null) => State;

const withKnown = (state: State, values: Values): State => ({
  ...state,
  known: { ...state.known, ...values },
});

const canRun = (state: State, world: World, name: string): boolean => {
  const tool = toolOf(world, name);
  return tool !== undefined && !Object.hasOwn(state.tools, name) && argumentsFor(tool, state, world) !== null;
};

/** Wants that are heard whatever was asked. One that does not apply here answers null: the phase hears the words. */
const ANY_TIME: Partial<Record<Intent, (state: State, world: World, text: string) => State | null>> = {
  callback: (state, world, text) => {
    // Where the agent asks for a day or a time itself, the words are an answer, and the tool runs at the end.
    const asksItself = world.agent.variables.some((v) => v.type === "date" || v.type === "time");
    if (asksItself || state.phase.at === "callback") return null;
    const { phase } = state;
    if (!toolOf(world, SCHEDULE_CALLBACK) || Object.hasOwn(state.tools, SCHEDULE_CALLBACK)) {
      return phase.at === "open" ? null : resume(withSay(state, "noCallback"), world, phase);
    }
    return arrange(hearMoment(state, world, text, false), world, phase);
  },
  goodbye: (state, world) => close(state, reached(state, world)),
  repeat: (state, world) => (state.phase.at === "open" ? null : repeat(state, world)),
};

/** The call back runs when its moment is known, else it is asked for. */
function arrange(state: State, world: World, back: Phase): State {
  if (canRun(state, world, SCHEDULE_CALLBACK)) return { ...state, phase: back, wanted: SCHEDULE_CALLBACK };
  return ask(state, world, { at: "callback", back });
}

function correct(state: State, world: World, fix: Correction): State {
  const fixed = { ...withKnown(state, { [fix.name]: fix.value }), corrections: state.corrections + 1 };
  if (!state.readBack) return again(withSay(fixed, "changed"), world, false);
  return finish(
    {
      ...withSay(fixed, "changed"),
      confirmed: true,
      corrected: [...new Set([...state.corrected, fix.name])],
    },
    world,
  );
}

/** The value of a variable was wrong and its new one not said: it is asked for once more. */
const askAnew = (state: State, world: World, name: string): State =>
  ask({ ...state, corrections: state.corrections + 1 }, world, { at: "asking", variable: name, form: 1 });

/** A known value is corrected while another question stands. Null: it was no correction. */
function correctBetween(state: State, world: World, text: string): State | null {
  const asked = askedVariable(state, world);
  const named = mentioned(state, world, text);
  if (state.corrections >= MAX_CORRECTIONS || (named !== null && named.name === asked?.name)) return null;
  const fix = correctionIn(state, world, text);
  const fixed = fix && world.agent.variables.find((v) => v.name === fix.name);
  // Words of the type that is asked for are its answer, unless another variable is named.
  if (fix && fixed && (named || fixed.type !== asked?.type)) return correct(state, world, fix);
  return named ? askAnew(state, world, named.name) : null;
}

/** A value for the open question; after the read-back it corrects one and needs no second loop. */
function answered(state: State, world: World, name: string): State {
  if (!state.readBack) return advance(state, world);
  return finish({ ...state, confirmed: true, corrected: [...new Set([...state.corrected, name])] }, world);
}

const hearAnswer: Hear = (state, world, text, intent) => {
  const asked = askedVariable(state, world);
  if (!asked) return advance(state, world);
  const corrected = intent === "correction" ? correctBetween(state, world, text) : null;
  if (corrected) return corrected;
  const unwilling = intent === "unknown" && asked.type !== "boolean" && !/\d/.test(text);
  const learnt = unwilling ? { values: {}, answered: false } : learn(state, world, text, asked);
  const next = withKnown(state, learnt.values);
  if (learnt.answered) return answered(next, world, asked.name);
  const late = intent === "no" ? correctBetween(state, world, text) : null;
  if (late) return late;
  if (unwilling)
    return advance(withSay({ ...next, skipped: [...next.skipped, asked.name] }, "skipped"), world);
  const other = Object.keys(learnt.values).length > 0;
  return again(other ? withSay(next, "takeNote") : next, world, !other);
};

const hearConfirmation: Hear = (state, world, text, intent) => {
  const yes = intent === "yes";
  const objects = intent === "no" || intent === "correction";
  const named = mentioned(state, world, text);
  const fix = yes && !named ? null : correctionIn(state, world, text);
  if (fix && (objects || named) && state.corrections < MAX_CORRECTIONS) return correct(state, world, fix);
  if (yes) return finish({ ...state, confirmed: true }, world);
  if (!objects) return fix ? correct(state, world, fix) : again(state, world, true);
  const known = knownVariables(state, world);
  const wrong = named ?? (known.length === 1 ? known[0] : undefined);
  return wrong ? askAnew(state, world, wrong.name) : ask(state, world, { at: "correcting", form: 1 });
};

const hearWhichIsWrong: Hear = (state, world, text, intent) => {
  const fix = correctionIn(state, world, text);
  if (fix) return correct(state, world, fix);
  const named = mentioned(state, world, text);
  if (named) return askAnew(state, world, named.name);
  return intent === "yes" ? finish({ ...state, confirmed: true }, world) : again(state, world, true);
};

const hearTalk: Hear = (state, world, text, intent) => {
  const learnt = learn(state, world, text, null);
  const next = { ...withKnown(state, learnt.values), free: state.free + 1 };
  if (next.free >= MAX_FREE_TURNS || (intent === "no" && state.free > 0)) return close(next, true);
  return withSay(next, "noted", "anythingElse");
};

/** How each phase hears what is no want of any time. */
const PHASES: Record<Phase["at"], Hear> = {
  asking: hearAnswer,
  confirming: hearConfirmation,
  correcting: hearWhichIsWrong,
  callback: (state, world, text) =>
    state.phase.at === "callback"
      ? arrange(hearMoment(state, world, text, true), world, state.phase.back)
      : state,
  open: hearTalk,
  closing: (state) => state,
  ended: (state) => (state.phase.at === "ended" ? close(state, state.phase.successful) : state),
};

/** Words before the greeting (a text message that begins the conversation) answer nothing: nothing was asked. */
function hearFirst(state: State, world: World, text: string): State {
  const learnt = learn(state, world, text, null);
  if (Object.keys(learnt.values).length === 0) return state;
  return advance({ ...withKnown(state, learnt.values), asked: {}, readBack: false }, world);
}

/** Somebody spoke, and nobody knows what: the question is put differently, and what asks for nothing is said so. */
function hearNothing(state: State, world: World): State {
  const { at } = state.phase;
  if (!state.opened || at === "closing" || at === "ended") return state;
  return at === "open" ? withSay(state, "unheard") : again(state, world, true);
}

function hearCaller(state: State, world: World, text: string): State {
  const heard = { ...state, spoken: false };
  if (text === UNHEARD) return hearNothing(heard, world);
  const intent = intentOf(text, world.language);
  const wanted = intent && state.phase.at !== "ended" ? ANY_TIME[intent]?.(heard, world, text) : null;
  if (wanted) return wanted;
  const unasked = !state.opened && (state.phase.at === "asking" || state.phase.at === "confirming");
  if (unasked) return hearFirst(heard, world, text);
  return PHASES[state.phase.at](heard, world, text, intent);
}

const record = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};

/** What the model noted is known, as it was noted then: "tomorrow" is not counted anew on another day. */
function noted(state: State, world: World, input: unknown): State {
  const given = Object.entries(record(input)).filter(([name]) =>
    world.agent.variables.some((v) => v.name === name),
  );
  const values: Values = {};
  for (const [name, value] of given) {
    const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    // In a masked history the value is an object that only says that there is one.
    values[name] = plain ? value : isKnown(state, name) ? (state.known[name] ?? "") : `[${name}]`;
  }
  return { ...withKnown(state, values), saved: { ...state.saved, ...values } };
}

function toolCalled(state: State, world: World, name: string, input: unknown): State {
  if (name === SAVE_VARIABLES) return noted(state, world, input);
  if (name === END_CALL) {
    const successful = state.phase.at === "closing" && state.phase.successful;
    return { ...state, phase: { at: "ended", successful } };
  }
  return {
    ...state,
    tools: { ...state.tools, [name]: "called" },
    wanted: state.wanted === name ? null : state.wanted,
  };
}

/** What follows from a tool's answer: said to the caller in the policy's words, never in the tool's. */
const AFTER: Readonly<Record<string, (state: State, world: World, ok: boolean) => State>> = {
  [SCHEDULE_CALLBACK]: (state, world, ok) => {
    const nothingOpen = required(world).every((v) => isKnown(state, v.name));
    return close(withSay(state, ok ? "callbackSet" : "callbackFailed"), ok && nothingOpen);
  },
};

const afterOther = (state: State, _: World, ok: boolean): State =>
  ok ? withSay(state, "toolDone") : close(withSay(state, "toolFailed"), false);

function toolAnswered(state: State, world: World, name: string, ok: boolean): State {
  if (name === SAVE_VARIABLES || name === END_CALL) return state;
  const next: State = { ...state, tools: { ...state.tools, [name]: ok ? "ok" : "failed" } };
  const after = Object.hasOwn(AFTER, name) ? AFTER[name] : undefined;
  return (after ?? afterOther)(next, world, ok);
}

// The greeting may stand in the history in other words than ours; it is not said over and over for that.
const MAX_STRANGE = 2;

function agentSaid(state: State, world: World, text: string): State {
  if (state.opened || isGreeting(text, world)) return { ...state, opened: true, spoken: true, say: [] };
  const strange = state.strange + 1;
  return { ...state, strange, opened: strange >= MAX_STRANGE, spoken: true };
}

/** One event of the history → the state after it. Pure: the same history gives the same state. */
export function step(state: State, event: Event, world: World): State {
  switch (event.type) {
    case "caller":
      return hearCaller(state, world, event.text);
    case "aside":
      // The question that stands is put again.
      return { ...state, spoken: false, askedHuman: state.askedHuman || event.wish === "human" };
    case "agent":
      return agentSaid(state, world, event.text);
    case "tool_called":
      return toolCalled(state, world, event.name, event.input);
    case "tool_answered":
      return toolAnswered(state, world, event.name, event.ok);
  }
}
