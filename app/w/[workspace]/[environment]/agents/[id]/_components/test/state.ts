import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { isStaleCall, mergeTurns, withoutFinished } from "./merge-turns";
import type { ChatProblem, RequestError } from "./problem";

/** A message in transit. Retries use the same idempotency `key`; its turn has an index of at least `from`. */
export type SentMessage = { text: string; key: string; from: number };

/** The state of a test conversation in the browser. Its texts are those that the server has masked. */
export type TestChat = {
  phase: "idle" | "starting" | "listening" | "speaking" | "ended";
  /** The saved agent at the start of the conversation; once the call's version is read, as the call runs it. */
  agent: Agent | null;
  /** Whether the conversation runs the draft, or the live version. */
  isDraft: boolean;
  call: Call | null;
  turns: readonly Turn[];
  /** Text that the agent is saying, by the index of its future turn. */
  speaking: Readonly<Record<number, string>>;
  /** Text in the input field. */
  draft: string;
  /** Whether the text in the field is sent as soon as the agent has answered. */
  isQueued: boolean;
  /** The message in transit, which is not among the turns yet. */
  sent: SentMessage | null;
  /** The message that may not have arrived, and is back in the field. */
  returned: SentMessage | null;
  problem: ChatProblem | null;
};

export type ChatEvent =
  | { type: "starting"; agent: Agent; isDraft: boolean }
  | { type: "started"; call: Call }
  | { type: "version_read"; callId: string; agent: Agent }
  | { type: "not_started"; error: RequestError }
  | { type: "typed"; text: string }
  | { type: "queued" }
  | { type: "sent"; text: string; key: string }
  | { type: "delta"; index: number; text: string }
  | { type: "turn"; turn: Turn }
  | { type: "call"; call: Call }
  | { type: "answered" }
  | { type: "failed"; error: RequestError }
  | { type: "not_ended"; error: RequestError };

export const IDLE: TestChat = {
  phase: "idle",
  agent: null,
  isDraft: true,
  call: null,
  turns: [],
  speaking: {},
  draft: "",
  isQueued: false,
  sent: null,
  returned: null,
  problem: null,
};

const nextIndex = (turns: readonly Turn[]): number => (turns.at(-1)?.index ?? -1) + 1;
const isTurnOf = (sent: SentMessage | null, { role, index }: Turn): boolean =>
  sent !== null && role === "caller" && index >= sent.from;

/** Applies finished turns: they replace the interim texts, and prove that a message has arrived. */
function applyTurns(state: TestChat, fresh: readonly Turn[]): TestChat {
  const { sent, returned, draft, problem } = state;
  const speaking = withoutFinished(state.speaking, fresh);
  const turns = mergeTurns(state.turns, fresh);
  const applied = { ...state, turns, speaking };
  if (fresh.some((turn) => isTurnOf(sent, turn))) return { ...applied, sent: null };
  if (returned === null || !fresh.some((turn) => isTurnOf(returned, turn))) return applied;
  // The message had arrived, so it must not be sent a second time.
  const isUntouched = draft === returned.text;
  return {
    ...applied,
    returned: null,
    draft: isUntouched ? "" : draft,
    problem: isUntouched ? null : problem,
  };
}

function applyCall(state: TestChat, call: Call): TestChat {
  if (state.call === null || state.call.id !== call.id || isStaleCall(state.call, call)) return state;
  const applied = { ...applyTurns(state, call.transcript), call };
  if (call.ended_at === null) return applied;
  return { ...returnMessage(applied), phase: "ended", speaking: {}, isQueued: false };
}

/** Puts a message that did not arrive back into the field, before later input. */
function returnMessage(state: TestChat): TestChat {
  const { sent, draft } = state;
  if (sent === null) return state;
  return { ...state, sent: null, returned: sent, draft: draft === "" ? sent.text : `${sent.text}\n${draft}` };
}

function fail(state: TestChat, error: RequestError): TestChat {
  const { code } = error;
  const isOver = code === "invalid_state" || code === "not_found" || state.phase === "ended";
  const delivery = state.sent === null ? "received" : "returned";
  return {
    ...returnMessage(state),
    phase: isOver ? "ended" : "listening",
    isQueued: false,
    problem: { delivery, error },
  };
}

/** Reducer: the state of a test conversation after an event. */
export function next(state: TestChat, event: ChatEvent): TestChat {
  switch (event.type) {
    case "starting":
      return { ...IDLE, phase: "starting", agent: event.agent, isDraft: event.isDraft, draft: state.draft };
    case "started":
      return applyCall({ ...state, phase: "listening", call: event.call }, event.call);
    case "version_read":
      return state.call?.id === event.callId ? { ...state, agent: event.agent } : state;
    case "not_started":
      return { ...state, phase: "idle", agent: null, problem: { delivery: "none", error: event.error } };
    case "typed":
      return { ...state, draft: event.text, isQueued: false };
    case "queued":
      return { ...state, isQueued: state.phase === "speaking" && state.draft.trim() !== "" };
    case "sent": {
      const sent = { text: event.text, key: event.key, from: nextIndex(state.turns) };
      return { ...state, phase: "speaking", sent, returned: null, draft: "", isQueued: false, problem: null };
    }
    case "delta": {
      const text = (state.speaking[event.index] ?? "") + event.text;
      return { ...state, speaking: { ...state.speaking, [event.index]: text } };
    }
    case "turn":
      // A turn's event may arrive after a later read of the call, whose masks are newer.
      return state.turns.some(({ index }) => index === event.turn.index)
        ? state
        : applyTurns(state, [event.turn]);
    case "call":
      return applyCall(state, event.call);
    case "answered":
      return state.phase === "speaking" ? { ...state, phase: "listening", speaking: {} } : state;
    case "failed":
      return fail(state, event.error);
    case "not_ended":
      return { ...state, problem: { delivery: "none", error: event.error } };
  }
}
