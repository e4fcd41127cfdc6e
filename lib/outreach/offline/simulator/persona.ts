import type { Variable } from "@/lib/agents/agents/schema";
import type { Habit } from "./personas";
import { type Reading, readTurn } from "./reading";
import { draw, pick } from "./roll";
import { answer, correction, much } from "./speech";
import { type Caller, MESSAGES, sayValue, sayWrongValue } from "./values";

/** Utterances after which anybody has had enough: no conversation of ours needs half as many. */
export const MAX_UTTERANCES = 30;
/** Turns without a question that a caller answers before they hang up. */
const MAX_IDLE = 2;
/** Habits begin within the first questions, so that a short conversation has them too. */
const HABIT_WITHIN = 3;
/** Habits that end the conversation: first there is one. */
const ENDING: ReadonlySet<Habit> = new Set(["leaves", "hangs_up", "falls_silent", "opts_out"]);

/** What a caller does next. Who falls silent says nothing more, and leaves the call to end by itself. */
export type Act = { type: "say"; text: string } | { type: "hang_up" } | { type: "fall_silent" };

/** Where a caller stands. It follows from what they have heard alone. */
export type State = {
  said: number;
  /** Variables they were asked for, in turn. */
  asked: readonly string[];
  did: readonly Habit[];
  annoyed: number;
  idle: number;
  /** A value given wrong that they have not corrected yet. */
  slipped: string | null;
};

export const BEGINNING: State = { said: 0, asked: [], did: [], annoyed: 0, idle: 0, slipped: null };

type Step = { state: State; act: Act };

const say = (state: State, text: string): Step => ({
  state: { ...state, said: state.said + 1 },
  act: { type: "say", text },
});
const hangUp = (state: State): Step => ({ state, act: { type: "hang_up" } });
const did = (state: State, habit: Habit): State => ({ ...state, did: [...state.did, habit] });

/** Whether it is time for a habit: once, from the question on that the seed chose. */
function due({ persona, seed, variables }: Caller, state: State, habit: Habit): boolean {
  if (!persona.habits.includes(habit) || state.did.includes(habit)) return false;
  const first = ENDING.has(habit) ? 2 : 1;
  const from = first + draw(Math.min(HABIT_WITHIN, Math.max(1, variables.length)) - first + 1, seed, habit);
  return new Set(state.asked).size >= from;
}

type Ends = (caller: Caller, state: State) => Step;

/** Habits that are an answer to any question, in the order in which they are tried. */
const INSTEAD: readonly [Habit, Ends][] = [
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
        { ...state, annoyed: state.annoyed + 1 },
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

/** Without a value that they know, callers say so; the agent goes on. */
const notKnown = (state: State): Step => say(did(state, "does_not_know"), "I don't know, sorry.");

function slip(caller: Caller, state: State, variable: Variable): Step | null {
  const wrong = due(caller, state, "slips") ? sayWrongValue(caller, variable) : null;
  if (wrong === null) return null;
  return say({ ...did(state, "slips"), slipped: variable.name }, answer(caller, variable, wrong));
}

/** The value is wrong that they said last: corrected before the next question is answered. */
function takeBack(caller: Caller, state: State): Step | null {
  const variable = caller.variables.find(({ name }) => name === state.slipped);
  return variable === undefined
    ? null
    : say({ ...state, slipped: null }, `Actually, ${correction(caller, variable)}`);
}

function answerFor(caller: Caller, before: State, variable: Variable): Step {
  const state = { ...before, asked: [...before.asked, variable.name] };
  for (const [habit, act] of INSTEAD) {
    if (due(caller, state, habit)) return act(caller, did(state, habit));
  }
  const slipped = takeBack(caller, state) ?? slip(caller, state, variable);
  if (slipped !== null) return slipped;
  if (!variable.sensitive && due(caller, state, "does_not_know")) return notKnown(state);
  const meant = sayValue(caller, variable);
  if (variable.type !== "string" && due(caller, state, "says_much"))
    return say(did(state, "says_much"), much(caller, variable, meant, state.asked));
  return say(state, answer(caller, variable, meant));
}

/** The last answer whose value can be mistaken, said wrong in the caller's mind only: the right one comes now. */
function mistaken({ variables }: Caller, state: State): Variable | undefined {
  const could = variables.filter(({ name, type }) => state.asked.includes(name) && type !== "boolean");
  return could.find(({ type }) => type === "date" || type === "time" || type === "number") ?? could[0];
}

function hearReadBack(caller: Caller, state: State): Step {
  const variable = mistaken(caller, state);
  if (due(caller, state, "corrects") && variable !== undefined) {
    return say(did(state, "corrects"), `No, ${correction(caller, variable, "changed")}`);
  }
  return say(state, pick(["Yes, that is right.", "Yes.", "That's correct, thank you."], caller.seed, "yes"));
}

/** Who is asked what they want says it, once. */
const smallTalk = ({ seed }: Caller, { idle }: State): string =>
  idle === 0 ? `${pick(MESSAGES, seed, "errand")}.` : "No, that is all, thank you.";

function answerTo(caller: Caller, state: State, reading: Reading): Step {
  switch (reading.wants) {
    case "variable": {
      const annoyed = state.annoyed + (reading.again ? 1 : 0);
      const next = { ...state, annoyed };
      return annoyed > caller.persona.patience ? hangUp(next) : answerFor(caller, next, reading.variable);
    }
    case "read_back":
      return state.slipped === null
        ? hearReadBack(caller, state)
        : (takeBack(caller, state) ?? hearReadBack(caller, state));
    case "which_is_wrong": {
      const variable = mistaken(caller, state);
      return variable === undefined ? hangUp(state) : say(state, correction(caller, variable, "changed"));
    }
    case "opt_out_confirmed":
      return say(state, "Yes.");
    case "moment":
      return say(state, "Tomorrow at 3 pm.");
    case "anything": {
      const idle = state.idle + 1;
      if (idle > MAX_IDLE) return hangUp({ ...state, idle });
      return say({ ...state, idle }, reading.question ? smallTalk(caller, state) : "All right.");
    }
  }
}

/** What the caller does when the agent has said this. Pure: the same caller and words give the same. */
export function hear(caller: Caller, state: State, heard: string): Step {
  if (state.said >= MAX_UTTERANCES) return hangUp(state);
  return answerTo(caller, state, readTurn(heard, caller.variables));
}

/** What the caller does next, from all that the agent has said so far, one text for each time it was the caller's turn. */
export function next(caller: Caller, heard: readonly string[]): Act {
  let step: Step = { state: BEGINNING, act: { type: "hang_up" } };
  for (const text of heard) step = hear(caller, step.state, text);
  return step.act;
}
