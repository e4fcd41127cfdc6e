import type { Variable } from "@/lib/agents/agents/schema";
import type { CallerHabit } from "./personas";
import { readTurn, type TurnReading } from "./read-turn";
import { draw, pick } from "./seeded-random";
import { answerSeveral, phraseAnswer, phraseCorrection } from "./speech";
import { type Caller, MESSAGES, sayValue, sayWrongValue } from "./values";

/** Maximum utterances of a caller. No real conversation needs half as many. */
export const MAX_UTTERANCES = 30;
/** Turns without a question that a caller answers before they hang up. */
const MAX_IDLE = 2;
/** Habits show within the first questions, so that short conversations have them too. */
const HABIT_WITHIN_QUESTIONS = 3;
/** Habits that end the conversation. At least one question is answered first. */
const ENDING_HABITS: ReadonlySet<CallerHabit> = new Set(["leaves", "hangs_up", "falls_silent", "opts_out"]);

/** A caller's next act. After `fall_silent` the caller says nothing more, and the call times out. */
export type Act = { type: "say"; text: string } | { type: "hang_up" } | { type: "fall_silent" };

/** The caller's state. It depends only on the agent's texts. */
export type CallerState = {
  utteranceCount: number;
  /** Names of the variables that the agent asked for, in order. */
  askedNames: readonly string[];
  doneHabits: readonly CallerHabit[];
  annoyance: number;
  idleTurns: number;
  /** The variable that was answered wrong and is not corrected yet. */
  uncorrectedVariable: string | null;
};

export const INITIAL_STATE: CallerState = {
  utteranceCount: 0,
  askedNames: [],
  doneHabits: [],
  annoyance: 0,
  idleTurns: 0,
  uncorrectedVariable: null,
};

type Step = { state: CallerState; act: Act };

const say = (state: CallerState, text: string): Step => ({
  state: { ...state, utteranceCount: state.utteranceCount + 1 },
  act: { type: "say", text },
});
const hangUp = (state: CallerState): Step => ({ state, act: { type: "hang_up" } });
const markHabitDone = (state: CallerState, done: CallerHabit): CallerState => ({
  ...state,
  doneHabits: [...state.doneHabits, done],
});

/** Whether a habit is due. Each habit shows once, from the question that the seed selects. */
function isHabitDue({ persona, seed, variables }: Caller, state: CallerState, due: CallerHabit): boolean {
  if (!persona.behaviors.includes(due) || state.doneHabits.includes(due)) return false;
  const first = ENDING_HABITS.has(due) ? 2 : 1;
  const from =
    first + draw(Math.min(HABIT_WITHIN_QUESTIONS, Math.max(1, variables.length)) - first + 1, seed, due);
  return new Set(state.askedNames).size >= from;
}

type HabitReply = (caller: Caller, state: CallerState) => Step;

/** Habits that replace an answer, in order of precedence. */
const HABIT_REPLIES: readonly [CallerHabit, HabitReply][] = [
  ["falls_silent", (_, state) => ({ state, act: { type: "fall_silent" } })],
  ["hangs_up", (_, state) => hangUp(state)],
  [
    "opts_out",
    ({ seed }, state) =>
      say(state, pick(["Please stop contacting me.", "Take me off your list."], seed, "stop")),
  ],
  ["leaves", (_, state) => say(state, "Sorry, I have to go now. Bye.")],
  [
    "asks_for_a_human",
    ({ seed }, state) =>
      say(
        { ...state, annoyance: state.annoyance + 1 },
        pick(["Can I talk to a real person?", "I would rather speak to a human, please."], seed, "human"),
      ),
  ],
  ["asks_to_repeat", (_, state) => say(state, "Sorry, could you say that again?")],
  [
    "misunderstands",
    ({ seed }, state) =>
      say(state, pick(["What do you need that for?", "Do you mean mine or my sister's?"], seed, "what")),
  ],
];

/** A caller who does not know a value says so, and the agent continues. */
const sayUnknown = (state: CallerState): Step =>
  say(markHabitDone(state, "does_not_know"), "I don't know, sorry.");

function sayWrongAnswer(caller: Caller, state: CallerState, variable: Variable): Step | null {
  const wrongValue = isHabitDue(caller, state, "slips") ? sayWrongValue(caller, variable) : null;
  if (wrongValue === null) return null;
  return say(
    { ...markHabitDone(state, "slips"), uncorrectedVariable: variable.name },
    phraseAnswer(caller, variable, wrongValue),
  );
}

/** Corrects the last wrong value before the next question is answered. */
function correctSlip(caller: Caller, state: CallerState): Step | null {
  const variable = caller.variables.find(({ name }) => name === state.uncorrectedVariable);
  return variable === undefined
    ? null
    : say({ ...state, uncorrectedVariable: null }, `Actually, ${phraseCorrection(caller, variable)}`);
}

function answerQuestion(caller: Caller, before: CallerState, variable: Variable): Step {
  const state = { ...before, askedNames: [...before.askedNames, variable.name] };
  for (const [habit, act] of HABIT_REPLIES) {
    if (isHabitDue(caller, state, habit)) return act(caller, markHabitDone(state, habit));
  }
  const step = correctSlip(caller, state) ?? sayWrongAnswer(caller, state, variable);
  if (step !== null) return step;
  if (!variable.sensitive && isHabitDue(caller, state, "does_not_know")) return sayUnknown(state);
  const value = sayValue(caller, variable);
  if (variable.type !== "string" && isHabitDue(caller, state, "says_much"))
    return say(markHabitDone(state, "says_much"), answerSeveral(caller, variable, value, state.askedNames));
  return say(state, phraseAnswer(caller, variable, value));
}

/** The answer that a caller claims to have given wrong when it is read back. */
function findMistakable({ variables }: Caller, state: CallerState): Variable | undefined {
  const mistakable = variables.filter(
    ({ name, type }) => state.askedNames.includes(name) && type !== "boolean",
  );
  return (
    mistakable.find(({ type }) => type === "date" || type === "time" || type === "number") ?? mistakable[0]
  );
}

function answerReadBack(caller: Caller, state: CallerState): Step {
  const variable = findMistakable(caller, state);
  if (isHabitDue(caller, state, "corrects") && variable !== undefined) {
    return say(markHabitDone(state, "corrects"), `No, ${phraseCorrection(caller, variable, "changed")}`);
  }
  return say(state, pick(["Yes, that is right.", "Yes.", "That's correct, thank you."], caller.seed, "yes"));
}

/** Answers the question what the caller wants, once. */
const smallTalk = ({ seed }: Caller, { idleTurns }: CallerState): string =>
  idleTurns === 0 ? `${pick(MESSAGES, seed, "errand")}.` : "No, that is all, thank you.";

function respondTo(caller: Caller, state: CallerState, reading: TurnReading): Step {
  switch (reading.request) {
    case "variable": {
      const annoyance = state.annoyance + (reading.isRepeated ? 1 : 0);
      const nextState = { ...state, annoyance };
      return annoyance > caller.persona.patience
        ? hangUp(nextState)
        : answerQuestion(caller, nextState, reading.variable);
    }
    case "read_back":
      return state.uncorrectedVariable === null
        ? answerReadBack(caller, state)
        : (correctSlip(caller, state) ?? answerReadBack(caller, state));
    case "which_is_wrong": {
      const variable = findMistakable(caller, state);
      return variable === undefined
        ? hangUp(state)
        : say(state, phraseCorrection(caller, variable, "changed"));
    }
    case "opt_out_confirmed":
      return say(state, "Yes.");
    case "moment":
      return say(state, "Tomorrow at 3 pm.");
    case "anything": {
      const idle = state.idleTurns + 1;
      if (idle > MAX_IDLE) return hangUp({ ...state, idleTurns: idle });
      return say({ ...state, idleTurns: idle }, reading.isQuestion ? smallTalk(caller, state) : "All right.");
    }
  }
}

/**
 * Computes the caller's reaction to one text of the agent. Pure: the same caller and texts give the same act.
 */
export function hearUtterance(caller: Caller, state: CallerState, utterances: string): Step {
  if (state.utteranceCount >= MAX_UTTERANCES) return hangUp(state);
  return respondTo(caller, state, readTurn(utterances, caller.variables));
}

/** Computes the caller's next act from all texts of the agent so far, one for each of the caller's turns. */
export function nextAct(caller: Caller, utterances: readonly string[]): Act {
  let step: Step = { state: INITIAL_STATE, act: { type: "hang_up" } };
  for (const text of utterances) step = hearUtterance(caller, step.state, text);
  return step.act;
}
