import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import type { Message } from "@/lib/voice/schema";
import { isStaleCall, mergeTurns, withoutFinished } from "../test/merge-turns";
import type { CallProblem } from "./problem";

/** The state of a test call in the browser. Its texts are those that the server has masked. */
export type SpokenCall = {
  /**
   * - `microphone`: the browser asks for permission.
   * - `calling`: the call is created and connected.
   * - `lost`: the connection is lost and is retried.
   * - `leaving`: the caller has hung up; the last words are being transcribed.
   */
  phase: "idle" | "microphone" | "calling" | "talking" | "lost" | "leaving" | "ended";
  /** The saved agent at the start of the call; once the call's version is read, as the call runs it. */
  agent: Agent | null;
  /** Whether the call uses the agent's draft, or its live version. */
  draft: boolean;
  call: Call | null;
  /** When the call started, in the time of `performance.now()`. */
  sinceMs: number;
  turns: readonly Turn[];
  /** Text that the agent is saying, by the index of its future turn. */
  speaking: Readonly<Record<number, string>>;
  /** Interim transcript of the caller's speech; "" while it is not available. */
  guess: string | null;
  /** Whose turn it is. */
  word: "listening" | "thinking" | "speaking";
  muted: boolean;
  problem: CallProblem | null;
};

export type SpokenEvent =
  | { type: "starting"; agent: Agent; draft: boolean }
  | { type: "microphone_given" }
  | { type: "not_started"; problem: CallProblem | null }
  | { type: "called"; call: Call; atMs: number }
  | { type: "version_read"; callId: string; agent: Agent }
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
  problem: null,
};

/** Whether a call is in progress, from the first click to its end. */
export const isRunning = ({ phase }: SpokenCall): boolean => phase !== "idle" && phase !== "ended";

const endCall = (state: SpokenCall): SpokenCall => ({ ...state, phase: "ended", speaking: {}, guess: null });

function applyTurns(state: SpokenCall, fresh: readonly Turn[]): SpokenCall {
  const turns = mergeTurns(state.turns, fresh);
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

/** The connection is open, for the first time or again. */
const connected = (state: SpokenCall): SpokenCall =>
  state.phase === "calling" || state.phase === "lost"
    ? { ...state, phase: "talking", problem: state.problem === "lost" ? null : state.problem }
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
      return applyTurns(state, [message.turn]);
    case "ended":
      return endCall(state);
    case "member":
    case "refused":
    case "clear":
    case "level":
    case "error":
      return state;
  }
}

function applyCall(state: SpokenCall, call: Call): SpokenCall {
  if (state.call === null || state.call.id !== call.id || isStaleCall(state.call, call)) return state;
  const applied = { ...applyTurns(state, call.transcript), call };
  return call.ended_at === null ? applied : endCall(applied);
}

/** Reducer: the state of a voice call after an event. */
export function next(state: SpokenCall, event: SpokenEvent): SpokenCall {
  switch (event.type) {
    case "starting":
      return { ...IDLE, phase: "microphone", agent: event.agent, draft: event.draft };
    case "microphone_given":
      return { ...state, phase: "calling" };
    case "not_started":
      return { ...IDLE, problem: event.problem };
    case "called":
      return applyTurns({ ...state, call: event.call, sinceMs: event.atMs }, event.call.transcript);
    case "version_read":
      return state.call?.id === event.callId ? { ...state, agent: event.agent } : state;
    case "told":
      return state.phase === "ended" ? state : applyMessage(state, event.message);
    case "lost":
      return state.phase === "talking"
        ? { ...state, phase: "lost", speaking: {}, guess: null, problem: "lost" }
        : state;
    case "gone":
      return { ...endCall(state), problem: "gone" };
    case "microphone_gone":
      return isRunning(state) ? { ...state, problem: "microphone_gone" } : state;
    case "muted":
      return { ...state, muted: event.muted };
    case "hung_up":
      return isRunning(state) ? { ...state, phase: "leaving", guess: null } : state;
    case "call":
      return applyCall(state, event.call);
  }
}
