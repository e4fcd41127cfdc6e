import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import type { Message } from "@/lib/voice/schema";
import { isOlder, merged, withoutFinished } from "../rehearsal/known";
import { GONE, LOST, MICROPHONE_GONE } from "./trouble";

/** A spoken call as the browser knows it. Of what is said it holds only what the server has masked. */
export type SpokenCall = {
  /**
   * - `microphone`: the browser asks for permission.
   * - `calling`: the call is created and connected.
   * - `lost`: the connection is lost and is retried.
   * - `leaving`: the caller has hung up; the last words are being transcribed.
   */
  phase: "idle" | "microphone" | "calling" | "talking" | "lost" | "leaving" | "ended";
  /** The agent as it was saved when this began, and whether its draft is called or its live version. */
  agent: Agent | null;
  draft: boolean;
  call: Call | null;
  /** When it was placed, by the page's own clock. */
  sinceMs: number;
  turns: readonly Turn[];
  /** Text that the agent is saying, by the index of its future turn. */
  speaking: Readonly<Record<number, string>>;
  /** Interim transcript of the caller's speech; "" while it is not available. */
  guess: string | null;
  /** Whose turn it is. */
  word: "listening" | "thinking" | "speaking";
  muted: boolean;
  /** Error message with the next step. */
  trouble: string | null;
};

export type SpokenEvent =
  | { type: "starting"; agent: Agent; draft: boolean }
  | { type: "microphone_given" }
  | { type: "not_started"; trouble: string | null }
  | { type: "called"; call: Call; atMs: number }
  | { type: "told"; message: Message }
  | { type: "lost" }
  /** The connection did not come back in time. */
  | { type: "gone" }
  | { type: "microphone_gone" }
  | { type: "muted"; muted: boolean }
  | { type: "hung_up" }
  | { type: "call"; call: Call };

export const IDLE: SpokenCall = {
  phase: "idle",
  agent: null,
  draft: true,
  call: null,
  sinceMs: 0,
  turns: [],
  speaking: {},
  guess: null,
  word: "listening",
  muted: false,
  trouble: null,
};

/** Whether a call is under way, from the first click to its end. */
export const isRunning = ({ phase }: SpokenCall): boolean => phase !== "idle" && phase !== "ended";

const over = (state: SpokenCall): SpokenCall => ({ ...state, phase: "ended", speaking: {}, guess: null });

function hear(state: SpokenCall, fresh: readonly Turn[]): SpokenCall {
  const turns = merged(state.turns, fresh);
  const guess = fresh.some(({ role }) => role === "caller") ? null : state.guess;
  return { ...state, turns, guess, speaking: withoutFinished(state.speaking, fresh) };
}

function caption(
  state: SpokenCall,
  { role, index, text }: Extract<Message, { type: "caption" }>,
): SpokenCall {
  if (role === "caller") return { ...state, guess: text };
  if (index === null) return state;
  return { ...state, speaking: { ...state.speaking, [index]: (state.speaking[index] ?? "") + text } };
}

/** The connection is there, for the first time or again. */
const connected = (state: SpokenCall): SpokenCall =>
  state.phase === "calling" || state.phase === "lost"
    ? { ...state, phase: "talking", trouble: state.trouble === LOST ? null : state.trouble }
    : state;

function applyMessage(state: SpokenCall, message: Message): SpokenCall {
  switch (message.type) {
    case "ready":
      return connected(state);
    case "state":
      // An agent that thinks has received the utterance, and one that speaks has answered it.
      return { ...state, word: message.state, guess: message.state === "thinking" ? state.guess : null };
    case "caption":
      return caption(state, message);
    case "turn":
      return hear(state, [message.turn]);
    case "ended":
      return over(state);
    case "clear":
    case "level":
    case "error":
      return state;
  }
}

function take(state: SpokenCall, call: Call): SpokenCall {
  if (state.call === null || state.call.id !== call.id || isOlder(state.call, call)) return state;
  const applied = { ...hear(state, call.transcript), call };
  return call.ended_at === null ? applied : over(applied);
}

/** Reducer: the state of a voice call after an event. */
export function next(state: SpokenCall, event: SpokenEvent): SpokenCall {
  switch (event.type) {
    case "starting":
      return { ...IDLE, phase: "microphone", agent: event.agent, draft: event.draft };
    case "microphone_given":
      return { ...state, phase: "calling" };
    case "not_started":
      return { ...IDLE, trouble: event.trouble };
    case "called":
      return hear({ ...state, call: event.call, sinceMs: event.atMs }, event.call.transcript);
    case "told":
      return state.phase === "ended" ? state : applyMessage(state, event.message);
    case "lost":
      return state.phase === "talking"
        ? { ...state, phase: "lost", speaking: {}, guess: null, trouble: LOST }
        : state;
    case "gone":
      return { ...over(state), trouble: GONE };
    case "microphone_gone":
      return isRunning(state) ? { ...state, trouble: MICROPHONE_GONE } : state;
    case "muted":
      return { ...state, muted: event.muted };
    case "hung_up":
      return isRunning(state) ? { ...state, phase: "leaving", guess: null } : state;
    case "call":
      return take(state, event.call);
  }
}
