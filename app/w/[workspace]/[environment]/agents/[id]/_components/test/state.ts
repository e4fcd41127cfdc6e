import type { ApiError } from "@/components/api-error";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { isOlder, merged, withoutFinished } from "./known";
import { keptWords, lostWords } from "./trouble";

/** A message on its way. `key` makes that it is said once however often it is sent, `from` is where its turn can be. */
export type Sent = { text: string; key: string; from: number };

/** A rehearsal as the browser knows it. Of what was said it holds only what the server has masked. */
export type Rehearsal = {
  phase: "idle" | "starting" | "listening" | "speaking" | "ended";
  /** The agent as it was saved when this began. */
  agent: Agent | null;
  call: Call | null;
  turns: readonly Turn[];
  /** Text that the agent is saying, by the index of its future turn. */
  speaking: Readonly<Record<number, string>>;
  /** Text in the input field. */
  draft: string;
  /** On its way, and not yet among the turns. */
  sent: Sent | null;
  /** Not known to have arrived, and back in the field. */
  returned: Sent | null;
  /** Error message with the next step. */
  trouble: string | null;
};

export type RehearsalEvent =
  | { type: "starting"; agent: Agent }
  | { type: "started"; call: Call }
  | { type: "not_started"; trouble: string }
  | { type: "typed"; text: string }
  | { type: "sent"; text: string; key: string }
  | { type: "delta"; index: number; text: string }
  | { type: "turn"; turn: Turn }
  | { type: "call"; call: Call }
  | { type: "answered" }
  | { type: "failed"; error: Pick<ApiError, "code" | "message"> }
  | { type: "not_ended"; trouble: string };

export const IDLE: Rehearsal = {
  phase: "idle",
  agent: null,
  call: null,
  turns: [],
  speaking: {},
  draft: "",
  sent: null,
  returned: null,
  trouble: null,
};

const nextIndex = (turns: readonly Turn[]): number => (turns.at(-1)?.index ?? -1) + 1;
const isTurnOf = (sent: Sent | null, { role, index }: Turn): boolean =>
  sent !== null && role === "caller" && index >= sent.from;

/** Takes in finished turns: they stand instead of what was streamed, and show that a message has arrived. */
function hear(state: Rehearsal, fresh: readonly Turn[]): Rehearsal {
  const { sent, returned, draft, trouble } = state;
  const speaking = withoutFinished(state.speaking, fresh);
  const turns = merged(state.turns, fresh);
  const applied = { ...state, turns, speaking };
  if (fresh.some((turn) => isTurnOf(sent, turn))) return { ...applied, sent: null };
  if (returned === null || !fresh.some((turn) => isTurnOf(returned, turn))) return applied;
  // It had arrived after all: what was given back must not be said a second time.
  const isUntouched = draft === returned.text;
  return {
    ...applied,
    returned: null,
    draft: isUntouched ? "" : draft,
    trouble: isUntouched ? null : trouble,
  };
}

function take(state: Rehearsal, call: Call): Rehearsal {
  if (state.call === null || state.call.id !== call.id || isOlder(state.call, call)) return state;
  const applied = { ...hear(state, call.transcript), call };
  if (call.ended_at === null) return applied;
  return { ...giveBack(applied), phase: "ended", speaking: {} };
}

/** Puts a message that did not arrive back into the field, before what was typed since. */
function giveBack(state: Rehearsal): Rehearsal {
  const { sent, draft } = state;
  if (sent === null) return state;
  return { ...state, sent: null, returned: sent, draft: draft === "" ? sent.text : `${sent.text}\n${draft}` };
}

function fail(state: Rehearsal, { code, message }: Pick<ApiError, "code" | "message">): Rehearsal {
  const isOver = code === "invalid_state" || code === "not_found" || state.phase === "ended";
  const trouble = state.sent === null ? keptWords(code, message) : lostWords(code, message);
  return { ...giveBack(state), phase: isOver ? "ended" : "listening", trouble };
}

/** Reducer: the state of a test conversation after an event. */
export function next(state: Rehearsal, event: RehearsalEvent): Rehearsal {
  switch (event.type) {
    case "starting":
      return { ...IDLE, phase: "starting", agent: event.agent, draft: state.draft };
    case "started":
      return take({ ...state, phase: "listening", call: event.call }, event.call);
    case "not_started":
      return { ...state, phase: "idle", agent: null, trouble: event.trouble };
    case "typed":
      return { ...state, draft: event.text };
    case "sent": {
      const sent = { text: event.text, key: event.key, from: nextIndex(state.turns) };
      return { ...state, phase: "speaking", sent, returned: null, draft: "", trouble: null };
    }
    case "delta": {
      const text = (state.speaking[event.index] ?? "") + event.text;
      return { ...state, speaking: { ...state.speaking, [event.index]: text } };
    }
    case "turn":
      return hear(state, [event.turn]);
    case "call":
      return take(state, event.call);
    case "answered":
      return state.phase === "speaking" ? { ...state, phase: "listening", speaking: {} } : state;
    case "failed":
      return fail(state, event.error);
    case "not_ended":
      return { ...state, trouble: event.trouble };
  }
}
