import type { AgentConfig } from "@/lib/agents/agents/schema";
import { type ConversationEvent, type EndReason, NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { VOICE_LIMITS } from "../limits";

/**
 * The timers of a call's session, one of each name at a time.
 * - `silence`: the caller has not answered; the agent asks whether they are still there.
 * - `inactivity`: the caller has not answered for so long that the call ends.
 * - `longest`: the call has reached its maximum duration.
 * - `reconnect`: the line is lost; its browser can reconnect.
 * - `last_words`: the caller hung up while speaking; the last words are being transcribed.
 * - `keys`: a number is being typed; it is complete when no further key follows.
 */
export const TIMERS = ["silence", "inactivity", "longest", "reconnect", "last_words", "keys"] as const;
export type Timer = (typeof TIMERS)[number];

/** Maximum reminders; a present caller has answered by then. */
const MAX_PROMPTS = 2;
/** Time for transcribing a caller's last words after they hung up. */
export const LAST_WORDS_MS = 1_500;

/**
 * Speech over the agent's that is not understood and shorter than this is a sign of attention or a noise. Longer
 * speech that continues over the agent wants the turn.
 */
export const UNCLEAR_OVERLAP_MS = 700;

/** Words of the caller, from and to (milliseconds of the call). */
export type Words = {
  text: string;
  startMs: number;
  endMs: number;
  /** The caller has to confirm them before they count. */
  isUncertain?: boolean;
};
type HangUp = Pick<Extract<ConversationEvent, { type: "hung_up" }>, "reason">;

/** The state of a spoken call, in addition to its conversation. */
export type CallState = {
  line: "up" | "lost" | "over";
  /** `mailbox`: a mailbox has answered; its speech is no answer. */
  caller: "quiet" | "speaking" | "typing" | "mailbox";
  /** Number of utterances being transcribed. */
  transcribing: number;
  /** Words understood while the caller continued speaking. */
  pendingWords: Words | null;
  /** Number of events that the engine has received and not finished. */
  acting: number;
  /** Whether the caller can hear agent speech now. */
  audible: boolean;
  /** The audible agent cannot be interrupted by speech: the disclosure, or an agent with `interruptible: false`. */
  isProtected: boolean;
  /** The agent's audio while the caller speaks over it: quieter, or paused until it is clear what was said. */
  overlap: null | "ducked" | "held";
  /** The current speech or key has interrupted the agent. */
  isInterrupted: boolean;
  /** Questions asked after silences since the caller last spoke. */
  prompts: number;
  /** Since when the caller's answer is due; null while none is. */
  owedMs: number | null;
  /** The caller has left; the reason, until their last words are transcribed. */
  leaving: HangUp | null;
  /** Another process requests the call. */
  isRequested: boolean;
  inactivityMs: number;
  sensitivity: AgentConfig["interruption_sensitivity"];
};

/** An event. `atMs`: milliseconds of the call. */
export type CallStateEvent =
  /**
   * `words`: the caller's words before the agent's first. `resumedMs`: the call continues on a new line since this
   * time.
   */
  | { type: "connected"; longestMs: number; words?: Words | null; resumedMs?: number }
  | { type: "speech_started" }
  /** The speech has lasted for longer than a sign of attention. */
  | { type: "speech_sustained" }
  /** The transcriber's words so far, which are more than a sign of attention. */
  | { type: "words_so_far" }
  | { type: "speech_ended" }
  /**
   * An utterance was transcribed, or was not speech (null). `repeat`: it was already answered; the agent
   * repeats its question. `isBackchannel`: only a sign of attention. `isUrgent`: takes effect even if the agent
   * cannot be interrupted.
   */
  | {
      type: "heard";
      words: Words | null;
      atMs: number;
      repeat?: true;
      isBackchannel?: boolean;
      isUrgent?: boolean;
    }
  | { type: "key_pressed" }
  | { type: "keyed"; words: Words | null; atMs: number; repeat?: true }
  /** The first and the last audio of an agent turn. */
  | { type: "sound_began"; isProtected?: boolean }
  /** The part of the turn that cannot be interrupted has been played. */
  | { type: "protection_ended"; atMs: number }
  | { type: "sound_ended" }
  /** The engine has finished an event: it waits for the caller, or the conversation has ended. */
  | { type: "acted"; ended: EndReason | null; atMs: number }
  | { type: "timer"; timer: Timer; atMs: number }
  /** A mailbox turns out to have answered: the conversation stops. */
  | { type: "mailbox_answered" }
  | { type: "lost"; atMs: number }
  | { type: "back"; atMs: number }
  | ({ type: "hung_up"; atMs: number } & HangUp)
  | { type: "wanted" }
  /** The call was not ended after the release: it continues. */
  | { type: "taken_back"; atMs: number; longestMs: number }
  /** A member who had taken over the call has left: the agent continues, or the call ends as `ends` says. */
  | { type: "member_left"; atMs: number; longestMs: number; ends: HangUp | null };

export type CallStateEffect =
  | { type: "act"; event: ConversationEvent }
  /** Stop playback, and interrupt the engine's pending work. */
  | { type: "interrupt" }
  /** Play the agent's audio more quietly. */
  | { type: "duck" }
  /** Pause the agent's audio. */
  | { type: "hold" }
  /** Continue the agent's audio, at full volume, with the sentence that was paused. */
  | { type: "restore" }
  | { type: "begin_utterance" }
  | { type: "finish_utterance" }
  | { type: "discard_utterance" }
  | { type: "arm"; timer: Timer; ms: number }
  | { type: "disarm"; timer: Timer }
  | { type: "pause" }
  | { type: "resume" }
  | { type: "let_go" }
  | { type: "close"; reason: EndReason };

export const createCallState = (
  inactivityMs: number,
  sensitivity: CallState["sensitivity"] = "medium",
): CallState => ({
  line: "up",
  caller: "quiet",
  transcribing: 0,
  pendingWords: null,
  acting: 0,
  audible: false,
  isProtected: false,
  overlap: null,
  isInterrupted: false,
  prompts: 0,
  owedMs: null,
  leaving: null,
  isRequested: false,
  inactivityMs,
  sensitivity,
});

type Step = [CallState, CallStateEffect[]];
const only = (flow: CallState, ...effects: CallStateEffect[]): Step => [flow, effects];
const disarm = (...timers: Timer[]): CallStateEffect[] => timers.map((timer) => ({ type: "disarm", timer }));
const act = (flow: CallState, event: ConversationEvent, ...before: CallStateEffect[]): Step => [
  { ...flow, acting: flow.acting + 1 },
  [...before, { type: "act", event }],
];

/** Starts the conversation with the agent's turn, or with words that the caller has already said. */
const openedBy = ({ words, resumedMs }: CallStateEvent & { type: "connected" }): ConversationEvent =>
  words === null || words === undefined
    ? resumedMs === undefined
      ? { type: "opened" }
      : { type: "reconnected", atMs: resumedMs }
    : { type: "caller_said", text: words.text, startMs: words.startMs, atMs: words.endMs };

/** Interrupts the agent during its turn. */
const interrupted = (flow: CallState): Step =>
  flow.acting === 0 && !flow.audible
    ? only(flow)
    : only(
        { ...flow, audible: false, isProtected: false, overlap: null, isInterrupted: true },
        { type: "interrupt" },
      );

const isListening = ({ acting, caller, transcribing, line, leaving }: CallState): boolean =>
  acting === 0 && caller === "quiet" && transcribing === 0 && line === "up" && leaving === null;

/** Starts the caller's turn, and the timers for an answer. */
function resume(flow: CallState, atMs: number): Step {
  if (!isListening(flow)) return only(flow);
  // Words that were said while the agent could not be interrupted.
  if (flow.pendingWords !== null) return answered(flow, flow.pendingWords, atMs);
  // Noise interrupted the agent, so it repeats its question.
  if (flow.isInterrupted) return act({ ...flow, isInterrupted: false }, { type: "stayed_silent" });
  const owedMs = flow.owedMs ?? atMs;
  const leftMs = flow.inactivityMs - (atMs - owedMs);
  const owed = { ...flow, owedMs };
  if (leftMs <= 0) return act(owed, { type: "fell_silent" }, ...disarm("silence", "inactivity"));
  const asks = flow.prompts < MAX_PROMPTS && leftMs > VOICE_LIMITS.silenceMs;
  return only(
    owed,
    { type: "arm", timer: "inactivity", ms: leftMs },
    ...(asks ? [{ type: "arm", timer: "silence", ms: VOICE_LIMITS.silenceMs } as const] : disarm("silence")),
  );
}

const goodbye = (flow: CallState, atMs: number, last: Words | null): Step =>
  act(
    { ...flow, line: "over", caller: "quiet", transcribing: 0 },
    { type: "hung_up", atMs, ...flow.leaving, ...(last !== null && { lastWords: last }) },
    ...disarm(...TIMERS),
  );

/** The caller has spoken or typed, or made a noise (null). */
function answered(flow: CallState, words: Words | null, atMs: number): Step {
  const quiet: CallState = { ...flow, caller: "quiet", pendingWords: null };
  if (flow.leaving !== null) return goodbye(quiet, atMs, words);
  if (words === null) return resume(quiet, atMs);
  const [free, effects] = interrupted(quiet);
  const { text, startMs, endMs } = words;
  return act(
    { ...free, isInterrupted: false, prompts: 0, owedMs: null },
    { type: "caller_said", text, startMs, atMs: endMs },
    ...effects,
  );
}

type HeardEvent = Extract<CallStateEvent, { type: "heard" }>;

const againIf = (flow: CallState, { repeat }: { repeat?: true }): CallState =>
  repeat ? { ...flow, isInterrupted: true } : flow;

/** Joins words of two consecutive utterances. */
const joined = (pending: Words | null, words: Words | null): Words | null =>
  pending === null || words === null
    ? (pending ?? words)
    : { text: `${pending.text} ${words.text}`, startMs: pending.startMs, endMs: words.endMs };

/**
 * Whether words over the agent's speech or thinking are none: a sign of attention, or a short sound that was not
 * understood. Only the agent's silence makes them an answer.
 */
const isDismissed = ({ acting, audible }: CallState, { words, isBackchannel }: HeardEvent): boolean => {
  if (words === null || (acting === 0 && !audible)) return false;
  const isUnclear = words.text === NOT_UNDERSTOOD_TEXT && words.endMs - words.startMs < UNCLEAR_OVERLAP_MS;
  return isBackchannel === true || isUnclear;
};

/** The agent's audio continues where the caller's speech over it was none. */
const restoreAgent = (flow: CallState): Step =>
  flow.overlap === null ? only(flow) : only({ ...flow, overlap: null }, { type: "restore" });

/** An utterance was transcribed. A caller who continues speaking is heard to the end first. */
function applyWords(before: CallState, event: HeardEvent): Step {
  if (before.transcribing === 0) return only(before);
  const flow = { ...before, transcribing: before.transcribing - 1 };
  const isLast = flow.leaving !== null;
  const words = !isLast && isDismissed(flow, event) ? null : event.words;
  const all = joined(flow.pendingWords, words);
  if (flow.caller !== "quiet" || flow.transcribing > 0) return only({ ...flow, pendingWords: all });
  if (!isLast && flow.audible && flow.isProtected && event.isUrgent !== true)
    return only({ ...flow, pendingWords: all });
  if (all === null && !isLast) {
    const [free, effects] = restoreAgent(flow);
    const [next, more] = answered(free, null, event.atMs);
    return [next, [...effects, ...more]];
  }
  return answered(flow, all, event.atMs);
}

/** The caller stops speaking, for any reason; the speech is transcribed. */
const finished = (flow: CallState): Step =>
  flow.caller === "speaking"
    ? only({ ...flow, caller: "quiet", transcribing: flow.transcribing + 1 }, { type: "finish_utterance" })
    : only(flow);

/** The caller types: an audible agent is interrupted immediately. */
function startTyping(flow: CallState): Step {
  const [free, effects] = flow.audible ? interrupted(flow) : only(flow);
  return only({ ...free, caller: "typing" }, ...effects, ...disarm("silence", "inactivity"), {
    type: "discard_utterance",
  });
}

/** The agent's audio gives way to the caller's speech, and continues if it turns out to be none. */
const holdAgent = (flow: CallState): Step =>
  flow.audible && !flow.isProtected && flow.overlap !== "held"
    ? only({ ...flow, overlap: "held" }, { type: "hold" })
    : only(flow);
const duckAgent = (flow: CallState): Step =>
  flow.audible && !flow.isProtected && flow.overlap === null
    ? only({ ...flow, overlap: "ducked" }, { type: "duck" })
    : only(flow);

/** The caller starts to speak: an audible agent becomes quieter, and stops for words or longer speech. */
function startSpeaking(flow: CallState): Step {
  const [over, effects] = flow.sensitivity === "high" ? holdAgent(flow) : duckAgent(flow);
  return only({ ...over, caller: "speaking" }, ...effects, ...disarm("silence", "inactivity"), {
    type: "begin_utterance",
  });
}

/** The agent's audio begins. It waits while the caller speaks. */
function soundBegan(state: CallState, isProtected: boolean): Step {
  const audible: CallState = { ...state, audible: true, isProtected };
  return state.caller === "speaking" ? holdAgent(audible) : only(audible);
}

/** The rest of the agent's turn can be interrupted, also by what was said before. */
function protectionEnded(before: CallState, atMs: number): Step {
  const flow: CallState = { ...before, isProtected: false };
  if (!flow.audible) return only(flow);
  if (flow.caller === "speaking") return duckAgent(flow);
  if (flow.pendingWords === null || flow.caller !== "quiet" || flow.transcribing > 0) return only(flow);
  return answered(flow, flow.pendingWords, atMs);
}

/** The agent's audio has been played. Speech over its end is heard like any other. */
function soundEnded(flow: CallState): Step {
  const [free, effects] = restoreAgent(flow);
  return only({ ...free, audible: false, isProtected: false }, ...effects);
}

function onTimer(flow: CallState, timer: Timer, atMs: number): Step {
  switch (timer) {
    case "silence":
      return flow.acting > 0
        ? only(flow)
        : act({ ...flow, prompts: flow.prompts + 1 }, { type: "stayed_silent" });
    case "inactivity":
      return resume(flow, atMs);
    case "longest": {
      const [cut, effects] = interrupted(flow);
      const over: CallState = { ...cut, line: "over" };
      return act(
        over,
        { type: "ran_out", atMs },
        ...effects,
        { type: "discard_utterance" },
        ...disarm(...TIMERS),
      );
    }
    case "reconnect": {
      const [cut, effects] = interrupted({ ...flow, leaving: { reason: "carrier_error" } });
      const [over, last] = goodbye(cut, atMs, flow.pendingWords);
      return only(over, ...effects, ...last);
    }
    case "last_words":
      return goodbye(flow, atMs, flow.pendingWords);
    case "keys":
      // The session interprets keys, and reports them as `keyed`.
      return only(flow);
  }
}

function lost(flow: CallState): Step {
  const [quiet, finish] = finished(flow);
  return only({ ...quiet, line: "lost" }, { type: "pause" }, ...finish, ...disarm("silence", "inactivity"), {
    type: "arm",
    timer: "reconnect",
    ms: VOICE_LIMITS.reconnectMs,
  });
}

function hungUp(flow: CallState, atMs: number, { reason }: HangUp): Step {
  if (flow.leaving !== null) return only(flow);
  const leaving: HangUp = reason === undefined ? {} : { reason };
  const [quiet, finish] = finished({ ...flow, leaving });
  const [cut, effects] = interrupted(quiet);
  if (cut.transcribing === 0) {
    const [over, last] = goodbye(cut, atMs, cut.pendingWords);
    return [over, [...effects, ...last]];
  }
  return only(cut, ...effects, ...finish, ...disarm("silence", "inactivity", "reconnect", "keys"), {
    type: "arm",
    timer: "last_words",
    ms: LAST_WORDS_MS,
  });
}

/** The engine has finished an event. */
function acted(before: CallState, ended: EndReason | null, atMs: number): Step {
  const flow: CallState = { ...before, acting: Math.max(0, before.acting - 1) };
  if (ended !== null)
    return only({ ...flow, line: "over" }, ...disarm(...TIMERS), { type: "close", reason: ended });
  if (flow.isRequested) return flow.acting === 0 ? only(flow, { type: "let_go" }) : only(flow);
  // The agent has answered: the caller's silence counts again, unless the agent only asked whether they are
  // there.
  return resume(flow.prompts > 0 ? flow : { ...flow, owedMs: null }, atMs);
}

/** Another process requests the call: it is released as soon as nothing is in progress. */
function applyRequest(flow: CallState): Step {
  const [cut, effects] = interrupted({ ...flow, isRequested: true, caller: "quiet", transcribing: 0 });
  const free: CallStateEffect[] = flow.acting === 0 ? [{ type: "let_go" }] : [];
  return only(
    cut,
    ...effects,
    { type: "discard_utterance" },
    ...disarm("silence", "inactivity", "longest", "keys", "last_words"),
    ...free,
  );
}

/** The state after the agent was silenced, with nothing in progress. */
const freed = (flow: CallState): CallState => ({
  ...flow,
  isRequested: false,
  acting: 0,
  audible: false,
  isProtected: false,
  overlap: null,
  transcribing: 0,
  pendingWords: null,
});

/** The caller returns from a member to the agent, or the call ends. */
function memberLeft(
  flow: CallState,
  { atMs, longestMs, ends }: CallStateEvent & { type: "member_left" },
): Step {
  const free: CallState = { ...freed(flow), caller: "quiet", isInterrupted: false, prompts: 0, owedMs: null };
  if (ends !== null)
    return act({ ...free, line: "over" }, { type: "hung_up", atMs, ...ends }, ...disarm(...TIMERS));
  return act(
    free,
    { type: "reconnected", atMs, isFromMember: true },
    { type: "arm", timer: "longest", ms: longestMs },
  );
}

/** The call was not ended: it continues with the caller's turn, or ends if that could not be stored. */
function takenBack(flow: CallState, atMs: number, longestMs: number): Step {
  const free = freed(flow);
  if (flow.line === "over") return act(free, { type: "hung_up", atMs, ...flow.leaving });
  const [back, effects] = resume({ ...free, caller: "quiet", isInterrupted: false }, atMs);
  return only(back, { type: "arm", timer: "longest", ms: longestMs }, ...effects);
}

/**
 * The state machine of a voice call: turns, interruptions and timers. Pure. The conversation belongs to the
 * engine (lib/calls/conversation), which receives events through `act`. Events after the end change nothing.
 */
export function advanceCallState(state: CallState, event: CallStateEvent): Step {
  if (event.type === "acted") return acted(state, event.ended, event.atMs);
  if (event.type === "taken_back") return takenBack(state, event.atMs, event.longestMs);
  if (event.type === "member_left") return memberLeft(state, event);
  if (state.line === "over" || state.isRequested) return only(state);
  switch (event.type) {
    case "connected":
      return act(state, openedBy(event), { type: "arm", timer: "longest", ms: event.longestMs });
    case "speech_started":
      return state.caller === "quiet" ? startSpeaking(state) : only(state);
    case "speech_sustained":
      return state.caller === "speaking" && state.sensitivity !== "low" ? holdAgent(state) : only(state);
    case "words_so_far":
      return state.caller === "speaking" ? holdAgent(state) : only(state);
    case "speech_ended":
      return finished(state);
    case "heard":
      return applyWords(againIf(state, event), event);
    case "key_pressed":
      return startTyping(state);
    case "mailbox_answered": {
      const [cut, effects] = interrupted(state);
      const deaf: CallState = { ...cut, caller: "mailbox", transcribing: 0, pendingWords: null };
      return only(
        deaf,
        ...effects,
        { type: "discard_utterance" },
        ...disarm("silence", "inactivity", "keys"),
      );
    }
    case "keyed":
      return state.caller === "typing"
        ? answered(againIf(state, event), event.words, event.atMs)
        : only(state);
    case "sound_began":
      return soundBegan(state, event.isProtected === true);
    case "protection_ended":
      return protectionEnded(state, event.atMs);
    case "sound_ended":
      return soundEnded(state);
    case "timer":
      return onTimer(state, event.timer, event.atMs);
    case "lost":
      return state.line === "up" ? lost(state) : only(state);
    case "back": {
      if (state.line !== "lost") return only(state);
      const [up, effects] = resume({ ...state, line: "up" }, event.atMs);
      return only(up, ...disarm("reconnect"), { type: "resume" }, ...effects);
    }
    case "hung_up":
      return hungUp(state, event.atMs, event);
    case "wanted":
      return applyRequest(state);
  }
}
