import type { ApiError } from "@/components/api-error";
import type { AudioProblem } from "@/components/voice/audio-problem";
import type { CallJoin } from "@/lib/calls/joins/schema";
import type { Message } from "@/lib/voice/schema";

export type JoinKind = CallJoin["kind"];

/** Why a member's part ended, as the gateway tells it. `not_connected`: no connection was opened. `refused`: the call has changed. */
export const JOIN_ENDS = [
  "left",
  "lost",
  "revoked",
  "call_ended",
  "not_announced",
  "declined",
  "not_connected",
  "refused",
] as const;
export type JoinEnd = (typeof JOIN_ENDS)[number];

/** The state of a member's part in a call. */
export type JoinState = {
  /**
   * - `microphone`: the browser asks for permission.
   * - `connecting`: the request and the connection are in progress.
   * - `waiting`: the caller is being told.
   */
  phase: "idle" | "microphone" | "connecting" | "waiting" | "connected" | "ended";
  kind: JoinKind;
  isRecorded: boolean;
  isMuted: boolean;
  /** How it ended; null before. */
  end: JoinEnd | null;
  problem: AudioProblem | ApiError | null;
};

export type JoinEvent =
  | { type: "started"; kind: JoinKind }
  | { type: "microphone_opened" }
  | { type: "told"; message: Message }
  | { type: "muted"; isMuted: boolean }
  | { type: "ended"; end: JoinEnd }
  | { type: "failed"; problem: AudioProblem | ApiError };

export const NOT_JOINED: JoinState = {
  phase: "idle",
  kind: "listen",
  isRecorded: false,
  isMuted: false,
  end: null,
  problem: null,
};

/** Whether a part is in progress, from the click to its end. */
export const isJoining = ({ phase }: JoinState): boolean => phase !== "idle" && phase !== "ended";

const endOf = (reason: string): JoinEnd => JOIN_ENDS.find((end) => end === reason) ?? "call_ended";

function applyMessage(state: JoinState, message: Message): JoinState {
  if (message.type === "member") return { ...state, phase: message.state, isRecorded: message.is_recorded };
  if (message.type === "refused") return { ...state, phase: "ended", end: "refused" };
  if (message.type === "ended") return { ...state, phase: "ended", end: endOf(message.reason) };
  return state;
}

/** Reducer: the state of a member's part after an event. */
export function nextJoinState(state: JoinState, event: JoinEvent): JoinState {
  switch (event.type) {
    case "started":
      return {
        ...NOT_JOINED,
        kind: event.kind,
        phase: event.kind === "take_over" ? "microphone" : "connecting",
      };
    case "microphone_opened":
      return { ...state, phase: "connecting" };
    case "told":
      return isJoining(state) ? applyMessage(state, event.message) : state;
    case "muted":
      return { ...state, isMuted: event.isMuted };
    case "ended":
      return isJoining(state) ? { ...state, phase: "ended", end: event.end } : state;
    case "failed":
      return { ...NOT_JOINED, kind: state.kind, problem: event.problem };
  }
}
