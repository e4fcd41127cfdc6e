import {
  END_CALL,
  type ModelVariable,
  NOT_UNDERSTOOD_TEXT,
  SAVE_VARIABLES,
} from "@/lib/calls/conversation/model-contract";
import {
  asksForStatement,
  type Intent,
  intentOf,
  mainTalk,
  stems,
  type Talk,
  talkSegments,
  withoutTalk,
} from "@/lib/calls/conversation/understand";
import { argumentsFor, SCHEDULE_CALLBACK } from "./arguments";
import { applyMoment } from "./callback";
import { type Correction, correctionIn, mentioned } from "./corrections";
import { advance, ask, askAgain, close, finish, repeat, resume } from "./flow";
import { isGreeting } from "./greeting";
import { askedVariable, learn } from "./learn";
import type { Line } from "./phrases";
import {
  type DialogContext,
  type Event,
  isGoalReached,
  isKnown,
  knownVariables,
  MAX_CORRECTIONS,
  MAX_FREE_TURNS,
  type Phase,
  requiredVariables,
  type State,
  toolOf,
  type Values,
  withSay,
} from "./state";

type Hear = (state: State, dialog: DialogContext, text: string, intent: Intent | null) => State;

const withKnown = (state: State, values: Values): State => ({
  ...state,
  values: { ...state.values, ...values },
});

const canRun = (state: State, dialog: DialogContext, name: string): boolean => {
  const tool = toolOf(dialog, name);
  return (
    tool !== undefined && !Object.hasOwn(state.tools, name) && argumentsFor(tool, state, dialog) !== null
  );
};

/**
 * Requests that are recognized after every question. One that does not apply returns null, and the phase
 * handles the words.
 */
const ANY_TIME: Partial<Record<Intent, (state: State, dialog: DialogContext, text: string) => State | null>> =
  {
    callback: (state, dialog, text) => {
      // Where the agent asks for a day or a time itself, the words are an answer, and the tool runs at the end.
      const asksItself = dialog.agent.variables.some((v) => v.type === "date" || v.type === "time");
      if (asksItself || state.phase.at === "callback") return null;
      const { phase } = state;
      if (!toolOf(dialog, SCHEDULE_CALLBACK) || Object.hasOwn(state.tools, SCHEDULE_CALLBACK)) {
        return phase.at === "open" ? null : resume(withSay(state, "noCallback"), dialog, phase);
      }
      return arrange(applyMoment(state, dialog, text, false), dialog, phase);
    },
    goodbye: (state, dialog) => close(state, isGoalReached(state, dialog)),
    repeat: (state, dialog) => (state.phase.at === "open" ? null : repeat(state, dialog)),
  };

/** The call back runs when its moment is known, else it is asked for. */
function arrange(state: State, dialog: DialogContext, back: Phase): State {
  if (canRun(state, dialog, SCHEDULE_CALLBACK))
    return { ...state, phase: back, requestedTool: SCHEDULE_CALLBACK };
  return ask(state, dialog, { at: "callback", back });
}

function correct(state: State, dialog: DialogContext, fix: Correction): State {
  const fixed = { ...withKnown(state, { [fix.name]: fix.value }), corrections: state.corrections + 1 };
  if (!state.readBack) return askAgain(withSay(fixed, "changed"), dialog, false);
  return finish(
    {
      ...withSay(fixed, "changed"),
      confirmed: true,
      corrected: [...new Set([...state.corrected, fix.name])],
    },
    dialog,
  );
}

/** The value of a variable was wrong and its new one not said: it is asked for once more. */
const correctVariable = (state: State, dialog: DialogContext, name: string): State =>
  ask({ ...state, corrections: state.corrections + 1 }, dialog, { at: "asking", variable: name, form: 1 });

/** A known value is corrected while another question stands. Null: it was no correction. */
function correctBetween(state: State, dialog: DialogContext, text: string): State | null {
  const question = askedVariable(state, dialog);
  const named = mentioned(state, dialog, text);
  if (state.corrections >= MAX_CORRECTIONS || (named !== null && named.name === question?.name)) return null;
  const fix = correctionIn(state, dialog, text);
  const fixed = fix && dialog.agent.variables.find((v) => v.name === fix.name);
  // Words of the type that is asked for are its answer, unless another variable is named.
  if (fix && fixed && (named || fixed.type !== question?.type)) return correct(state, dialog, fix);
  return named ? correctVariable(state, dialog, named.name) : null;
}

/** A value for the open question; after the read-back it corrects one and needs no second loop. */
function applyAnswer(state: State, dialog: DialogContext, name: string): State {
  if (!state.readBack) return advance(state, dialog);
  return finish({ ...state, confirmed: true, corrected: [...new Set([...state.corrected, name])] }, dialog);
}

/** The reaction to talk that answers nothing, before the question is put again. */
const REACTIONS: Readonly<Record<Talk, Line | null>> = {
  greeting: "hello",
  small_talk: "thanks",
  intent: "acknowledged",
  topic: "acknowledged",
  question: "cannotAnswer",
  availability: "cannotAnswer",
  identity: "automated",
  correction: "sorry",
  repeat: null,
  waiting: "takeYourTime",
};
const withReaction = (state: State, talk: Talk): State => {
  const line = REACTIONS[talk];
  return line === null ? state : withSay(state, line);
};

/** The question again after words that did not answer it. Talk does not change its wording. */
function askAfterTalk(state: State, dialog: DialogContext, text: string): State {
  const talk = mainTalk(talkSegments(text, dialog.language));
  return talk === null ? askAgain(state, dialog, true) : askAgain(withReaction(state, talk), dialog, false);
}

/** More words than this say something where a statement is asked for: "I forgot my PIN, that is why I call". */
const MAX_REFUSAL_WORDS = 6;

/** Whether the caller will not or cannot answer. */
function isUnwilling(
  question: ModelVariable,
  text: string,
  intent: Intent | null,
  { language }: DialogContext,
): boolean {
  if ((intent !== "refusal" && intent !== "unknown") || question.type === "boolean" || /\d/.test(text))
    return false;
  return !asksForStatement(question, language) || stems(text).length <= MAX_REFUSAL_WORDS;
}

const handleAnswer: Hear = (state, dialog, text, intent) => {
  const question = askedVariable(state, dialog);
  if (!question) return advance(state, dialog);
  const corrected = intent === "correction" ? correctBetween(state, dialog, text) : null;
  if (corrected) return corrected;
  const unwilling = isUnwilling(question, text, intent, dialog);
  const learnt = unwilling ? { values: {}, answered: false } : learn(state, dialog, text, question);
  const next = withKnown(state, learnt.values);
  if (learnt.answered) return applyAnswer(next, dialog, question.name);
  const late = intent === "no" ? correctBetween(state, dialog, text) : null;
  if (late) return late;
  if (unwilling)
    return advance(withSay({ ...next, skipped: [...next.skipped, question.name] }, "skipped"), dialog);
  return Object.keys(learnt.values).length > 0
    ? askAgain(withSay(next, "takeNote"), dialog, false)
    : askAfterTalk(next, dialog, text);
};

const handleConfirmation: Hear = (state, dialog, text, intent) => {
  const yes = intent === "yes";
  const objects = intent === "no" || intent === "correction";
  const named = mentioned(state, dialog, text);
  const fix = yes && !named ? null : correctionIn(state, dialog, text);
  if (fix && (objects || named) && state.corrections < MAX_CORRECTIONS) return correct(state, dialog, fix);
  if (yes) return finish({ ...state, confirmed: true }, dialog);
  if (!objects) return fix ? correct(state, dialog, fix) : askAgain(state, dialog, true);
  const knownNames = knownVariables(state, dialog);
  const wrong = named ?? (knownNames.length === 1 ? knownNames[0] : undefined);
  return wrong
    ? correctVariable(state, dialog, wrong.name)
    : ask(state, dialog, { at: "correcting", form: 1 });
};

const handleWhichIsWrong: Hear = (state, dialog, text, intent) => {
  const fix = correctionIn(state, dialog, text);
  if (fix) return correct(state, dialog, fix);
  const named = mentioned(state, dialog, text);
  if (named) return correctVariable(state, dialog, named.name);
  return intent === "yes" ? finish({ ...state, confirmed: true }, dialog) : askAgain(state, dialog, true);
};

const handleTalk: Hear = (state, dialog, text, intent) => {
  const learnt = learn(state, dialog, text, null);
  const next = { ...withKnown(state, learnt.values), free: state.free + 1 };
  if (next.free >= MAX_FREE_TURNS || (intent === "no" && state.free > 0)) return close(next, true);
  const talk = mainTalk(talkSegments(text, dialog.language));
  const isRequest = talk === null || talk === "intent" || talk === "topic" || talk === "correction";
  return withSay(isRequest ? withSay(next, "noted") : withReaction(next, talk), "anythingElse");
};

/** How each phase hears what is no want of any time. */
const PHASES: Record<Phase["at"], Hear> = {
  asking: handleAnswer,
  confirming: handleConfirmation,
  correcting: handleWhichIsWrong,
  callback: (state, dialog, text) =>
    state.phase.at === "callback"
      ? arrange(applyMoment(state, dialog, text, true), dialog, state.phase.back)
      : state,
  open: handleTalk,
  closing: (state) => state,
  ended: (state) => (state.phase.at === "ended" ? close(state, state.phase.successful) : state),
};

/** Words before the greeting (a text message that begins the conversation) answer nothing: nothing was asked. */
function handleFirstTurn(state: State, dialog: DialogContext, text: string): State {
  const learnt = learn(state, dialog, text, null);
  if (Object.keys(learnt.values).length === 0) return state;
  return advance({ ...withKnown(state, learnt.values), askCounts: {}, readBack: false }, dialog);
}

/**
 * The caller spoke unintelligibly: the question is rephrased, or the agent says that it did not understand.
 */
function handleUnintelligible(state: State, dialog: DialogContext): State {
  const { at } = state.phase;
  if (!state.opened || at === "closing" || at === "ended") return state;
  return at === "open" ? withSay(state, "unheard") : askAgain(state, dialog, true);
}

/** Intents that an answer has. Behind "I would like to …" they are part of a request. */
const ANSWER_INTENTS: ReadonlySet<Intent | null> = new Set(["yes", "no", "unknown"]);

/** The caller's intent. A yes or no within a request or a question is none. */
function callerIntent(text: string, { language }: DialogContext): Intent | null {
  const intent = intentOf(text, language);
  if (!ANSWER_INTENTS.has(intent)) return intent;
  const answer = withoutTalk(
    text,
    talkSegments(text, language),
    ({ talk }) => talk !== "correction" && talk !== "repeat",
  );
  return answer === text ? intent : intentOf(answer, language);
}

function handleCaller(state: State, dialog: DialogContext, text: string): State {
  const heardState = { ...state, hasSpoken: false };
  if (text === NOT_UNDERSTOOD_TEXT) return handleUnintelligible(heardState, dialog);
  const intent = callerIntent(text, dialog);
  const requestedState =
    intent && state.phase.at !== "ended" ? ANY_TIME[intent]?.(heardState, dialog, text) : null;
  if (requestedState) return requestedState;
  const unasked = !state.opened && (state.phase.at === "asking" || state.phase.at === "confirming");
  if (unasked) return handleFirstTurn(heardState, dialog, text);
  return PHASES[state.phase.at](heardState, dialog, text, intent);
}

const record = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};

/** Values that the model saved are used as saved: "tomorrow" is not recomputed on another day. */
function applySavedValues(state: State, dialog: DialogContext, input: unknown): State {
  const entries = Object.entries(record(input)).filter(([name]) =>
    dialog.agent.variables.some((v) => v.name === name),
  );
  const values: Values = {};
  for (const [name, value] of entries) {
    const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    // In a masked history the value is an object that only says that there is one.
    values[name] = plain ? value : isKnown(state, name) ? (state.values[name] ?? "") : `[${name}]`;
  }
  return { ...withKnown(state, values), saved: { ...state.saved, ...values } };
}

function applyToolCall(state: State, dialog: DialogContext, name: string, input: unknown): State {
  if (name === SAVE_VARIABLES) return applySavedValues(state, dialog, input);
  if (name === END_CALL) {
    const successful = state.phase.at === "closing" && state.phase.successful;
    return { ...state, phase: { at: "ended", successful } };
  }
  return {
    ...state,
    tools: { ...state.tools, [name]: "called" },
    requestedTool: state.requestedTool === name ? null : state.requestedTool,
  };
}

/** The next state after a tool's result, which the caller hears in the policy's words. */
const AFTER: Readonly<Record<string, (state: State, dialog: DialogContext, ok: boolean) => State>> = {
  [SCHEDULE_CALLBACK]: (state, dialog, ok) => {
    const nothingOpen = requiredVariables(dialog).every((v) => isKnown(state, v.name));
    return close(withSay(state, ok ? "callbackSet" : "callbackFailed"), ok && nothingOpen);
  },
};

const afterOther = (state: State, _: DialogContext, ok: boolean): State =>
  ok ? withSay(state, "toolDone") : close(withSay(state, "toolFailed"), false);

function applyToolResult(state: State, dialog: DialogContext, name: string, ok: boolean): State {
  if (name === SAVE_VARIABLES || name === END_CALL) return state;
  const next: State = { ...state, tools: { ...state.tools, [name]: ok ? "ok" : "failed" } };
  const after = Object.hasOwn(AFTER, name) ? AFTER[name] : undefined;
  return (after ?? afterOther)(next, dialog, ok);
}

// The greeting may stand in the history in other words than ours; it is not said over and over for that.
const MAX_STRANGE = 2;

function applyAgentTurn(state: State, dialog: DialogContext, text: string): State {
  if (state.opened || isGreeting(text, dialog)) return { ...state, opened: true, hasSpoken: true, say: [] };
  const strange = state.strange + 1;
  return { ...state, strange, opened: strange >= MAX_STRANGE, hasSpoken: true };
}

/** One event of the history → the state after it. Pure: the same history gives the same state. */
export function step(state: State, event: Event, dialog: DialogContext): State {
  switch (event.type) {
    case "caller":
      return handleCaller(state, dialog, event.text);
    case "engine_topic":
      // The question that stands is put again.
      return { ...state, hasSpoken: false, askedHuman: state.askedHuman || event.wish === "human" };
    case "agent":
      return applyAgentTurn(state, dialog, event.text);
    case "tool_called":
      return applyToolCall(state, dialog, event.name, event.input);
    case "tool_answered":
      return applyToolResult(state, dialog, event.name, event.ok);
  }
}
