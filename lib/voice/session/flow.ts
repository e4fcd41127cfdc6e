import type { EndReason, Event } from "@/lib/calls/conversation";
import { VOICE_LIMITS } from "../limits";

/**
 * Why a call's session waits, each by its own name; one of a name runs at a time.
 * - `silence`: the caller has not answered; the agent asks whether they are still there.
 * - `inactivity`: they have not answered for so long that nobody is there any more.
 * - `longest`: the call has lasted as long as its agent may talk.
 * - `reconnect`: the line is lost; its browser may come back.
 * - `last_words`: the caller has hung up while speaking; what they said is being understood.
 * - `keys`: a number is being typed; it is complete when no further key comes.
 */
export const TIMERS = ["silence", "inactivity", "longest", "reconnect", "last_words", "keys"] as const;
export type Timer = (typeof TIMERS)[number];

/** Asked twice, somebody who is there has answered. */
const MAX_PROMPTS = 2;
/** Whoever has hung up waits for nothing; the transcriber gets this long for what they said last. */
export const LAST_WORDS_MS = 1_500;

/** What somebody said, from and to (milliseconds of the call). */
export type Words = { text: string; startMs: number; endMs: number };
type HangUp = Pick<Extract<Event, { type: "hung_up" }>, "reason">;

/** Where a spoken call stands, beside the conversation itself. */
export type Flow = {
  line: "up" | "lost" | "over";
  caller: "quiet" | "speaking" | "typing";
  /** Utterances that are being understood. */
  recognising: number;
  /** What was understood of somebody who went on speaking meanwhile. */
  held: Words | null;
  /** Events that the engine has been given and has not finished. */
  acting: number;
  /** Words of ours can be heard now. */
  audible: boolean;
  /** The agent was cut off by what is being said now. */
  cut: boolean;
  /** Silences answered by a question since the caller last spoke. */
  prompts: number;
  /** Since when the caller owes an answer; null while they do not. */
  owedMs: number | null;
  /** The caller is gone; how, once their last words are understood. */
  leaving: HangUp | null;
  /** Somebody else wants the call. */
  wanted: boolean;
  inactivityMs: number;
};

/** What happened. `atMs`: milliseconds of the call. */
export type FlowEvent =
  /** `words`: what the caller has said before the agent's first. */
  | { type: "connected"; longestMs: number; words?: Words | null }
  | { type: "speech_started" }
  | { type: "speech_ended" }
  /** What was said was understood, or was not speech at all (null). `repeat`: it was answered already; the agent takes up its question again. */
  | { type: "heard"; words: Words | null; atMs: number; repeat?: true }
  | { type: "key_pressed" }
  | { type: "keyed"; words: Words | null; atMs: number; repeat?: true }
  /** The first sound of a turn of ours, and the last. */
  | { type: "sound_began" }
  | { type: "sound_ended" }
  /** The engine has finished an event: it waits for the caller, or the conversation is over. */
  | { type: "acted"; ended: EndReason | null; atMs: number }
  | { type: "timer"; timer: Timer; atMs: number }
  | { type: "lost"; atMs: number }
  | { type: "back"; atMs: number }
  | ({ type: "hung_up"; atMs: number } & HangUp)
  | { type: "wanted" }
  /** Nobody has ended the call after all: it goes on. */
  | { type: "taken_back"; atMs: number; longestMs: number };

export type FlowEffect =
  | { type: "act"; event: Event }
  /** Stop playing, and cut off everything that the engine has under way. */
  | { type: "interrupt" }
  | { type: "begin_utterance" }
  | { type: "finish_utterance" }
  | { type: "discard_utterance" }
  | { type: "arm"; timer: Timer; ms: number }
  | { type: "disarm"; timer: Timer }
  | { type: "pause" }
  | { type: "resume" }
  | { type: "let_go" }
  | { type: "close"; reason: EndReason };

export const newFlow = (inactivityMs: number): Flow => ({
  line: "up",
  caller: "quiet",
  recognising: 0,
  held: null,
  acting: 0,
  audible: false,
  cut: false,
  prompts: 0,
  owedMs: null,
  leaving: null,
  wanted: false,
  inactivityMs,
});

type Step = [Flow, FlowEffect[]];
const only = (flow: Flow, ...effects: FlowEffect[]): Step => [flow, effects];
const disarm = (...timers: Timer[]): FlowEffect[] => timers.map((timer) => ({ type: "disarm", timer }));
const act = (flow: Flow, event: Event, ...before: FlowEffect[]): Step => [
  { ...flow, acting: flow.acting + 1 },
  [...before, { type: "act", event }],
];

/** The conversation begins with the agent's words, or with those that the caller has said by then. */
const openedBy = (words: Words | null | undefined): Event =>
  words === null || words === undefined
    ? { type: "opened" }
    : { type: "caller_said", text: words.text, startMs: words.startMs, atMs: words.endMs };

/** Cuts the agent off where it has its turn. */
const interrupted = (flow: Flow): Step =>
  flow.acting === 0 && !flow.audible
    ? only(flow)
    : only({ ...flow, audible: false, cut: true }, { type: "interrupt" });

const isListening = ({ acting, caller, recognising, line, leaving }: Flow): boolean =>
  acting === 0 && caller === "quiet" && recognising === 0 && line === "up" && leaving === null;

/** It is the caller's turn: the times begin in which they should answer. */
function rest(flow: Flow, atMs: number): Step {
  if (!isListening(flow)) return only(flow);
  // What cut the agent off was nobody's word: it takes up its question again.
  if (flow.cut) return act({ ...flow, cut: false }, { type: "stayed_silent" });
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

const goodbye = (flow: Flow, atMs: number, last: Words | null): Step =>
  act(
    { ...flow, line: "over", caller: "quiet", recognising: 0 },
    { type: "hung_up", atMs, ...flow.leaving, ...(last !== null && { last }) },
    ...disarm(...TIMERS),
  );

/** The caller has said or typed something, or has made a noise (null). */
function answered(flow: Flow, words: Words | null, atMs: number): Step {
  const quiet: Flow = { ...flow, caller: "quiet", held: null };
  if (flow.leaving !== null) return goodbye(quiet, atMs, words);
  if (words === null) return rest(quiet, atMs);
  const [free, effects] = interrupted(quiet);
  const { text, startMs, endMs } = words;
  return act(
    { ...free, cut: false, prompts: 0, owedMs: null },
    { type: "caller_said", text, startMs, atMs: endMs },
    ...effects,
  );
}

const againIf = (flow: Flow, { repeat }: { repeat?: true }): Flow => (repeat ? { ...flow, cut: true } : flow);

/** What was said in two breaths, as one. */
const joined = (held: Words | null, words: Words | null): Words | null =>
  held === null || words === null
    ? (held ?? words)
    : { text: `${held.text} ${words.text}`, startMs: held.startMs, endMs: words.endMs };

/** An utterance was understood. Whoever has gone on speaking meanwhile is heard to the end first. */
function heard(before: Flow, words: Words | null, atMs: number): Step {
  if (before.recognising === 0) return only(before);
  const flow = { ...before, recognising: before.recognising - 1 };
  const all = joined(flow.held, words);
  if (flow.caller !== "quiet" || flow.recognising > 0) return only({ ...flow, held: all });
  return answered(flow, all, atMs);
}

/** The caller stops speaking, for whatever reason; what they said is to be understood. */
const finished = (flow: Flow): Step =>
  flow.caller === "speaking"
    ? only({ ...flow, caller: "quiet", recognising: flow.recognising + 1 }, { type: "finish_utterance" })
    : only(flow);

/** The caller begins to speak or to type: the agent, where it can be heard, is cut off at once. */
function takesWord(flow: Flow, caller: "speaking" | "typing", ...more: FlowEffect[]): Step {
  const [free, effects] = flow.audible ? interrupted(flow) : only(flow);
  return only({ ...free, caller }, ...effects, ...disarm("silence", "inactivity"), ...more);
}

function onTimer(flow: Flow, timer: Timer, atMs: number): Step {
  switch (timer) {
    case "silence":
      return flow.acting > 0
        ? only(flow)
        : act({ ...flow, prompts: flow.prompts + 1 }, { type: "stayed_silent" });
    case "inactivity":
      return rest(flow, atMs);
    case "longest": {
      const [cut, effects] = interrupted(flow);
      const over: Flow = { ...cut, line: "over" };
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
      const [over, last] = goodbye(cut, atMs, flow.held);
      return only(over, ...effects, ...last);
    }
    case "last_words":
      return goodbye(flow, atMs, flow.held);
    case "keys":
      // The session knows the keys, and tells of them as `keyed`.
      return only(flow);
  }
}

function lost(flow: Flow): Step {
  const [quiet, finish] = finished(flow);
  return only({ ...quiet, line: "lost" }, { type: "pause" }, ...finish, ...disarm("silence", "inactivity"), {
    type: "arm",
    timer: "reconnect",
    ms: VOICE_LIMITS.reconnectMs,
  });
}

function hungUp(flow: Flow, atMs: number, { reason }: HangUp): Step {
  if (flow.leaving !== null) return only(flow);
  const leaving: HangUp = reason === undefined ? {} : { reason };
  const [quiet, finish] = finished({ ...flow, leaving });
  const [cut, effects] = interrupted(quiet);
  if (cut.recognising === 0) {
    const [over, last] = goodbye(cut, atMs, cut.held);
    return [over, [...effects, ...last]];
  }
  return only(cut, ...effects, ...finish, ...disarm("silence", "inactivity", "reconnect", "keys"), {
    type: "arm",
    timer: "last_words",
    ms: LAST_WORDS_MS,
  });
}

/** The engine has finished an event. */
function acted(before: Flow, ended: EndReason | null, atMs: number): Step {
  const flow: Flow = { ...before, acting: Math.max(0, before.acting - 1) };
  if (ended !== null)
    return only({ ...flow, line: "over" }, ...disarm(...TIMERS), { type: "close", reason: ended });
  if (flow.wanted) return flow.acting === 0 ? only(flow, { type: "let_go" }) : only(flow);
  // The agent has answered: the caller owes one anew, unless it only asked whether they are there.
  return rest(flow.prompts > 0 ? flow : { ...flow, owedMs: null }, atMs);
}

/** Somebody else wants the call: it is let go as soon as nothing is under way. */
function wanted(flow: Flow): Step {
  const [cut, effects] = interrupted({ ...flow, wanted: true, caller: "quiet", recognising: 0 });
  const free: FlowEffect[] = flow.acting === 0 ? [{ type: "let_go" }] : [];
  return only(
    cut,
    ...effects,
    { type: "discard_utterance" },
    ...disarm("silence", "inactivity", "longest", "keys", "last_words"),
    ...free,
  );
}

/** Nobody has ended the call: it goes on with the caller's turn, or is ended after all where that could not be stored. */
function takenBack(flow: Flow, atMs: number, longestMs: number): Step {
  const free: Flow = { ...flow, wanted: false, acting: 0, audible: false, recognising: 0, held: null };
  if (flow.line === "over") return act(free, { type: "hung_up", atMs, ...flow.leaving });
  const [back, effects] = rest({ ...free, caller: "quiet", cut: false }, atMs);
  return only(back, { type: "arm", timer: "longest", ms: longestMs }, ...effects);
}

/**
 * The rules of a call by voice: who has the word, what cuts whom off, which time runs. Pure; the conversation itself is
 * the engine's (lib/calls/conversation), which is given events by `act`. What comes after the end changes nothing.
 */
export function flow(state: Flow, event: FlowEvent): Step {
  if (event.type === "acted") return acted(state, event.ended, event.atMs);
  if (event.type === "taken_back") return takenBack(state, event.atMs, event.longestMs);
  if (state.line === "over" || state.wanted) return only(state);
  switch (event.type) {
    case "connected":
      return act(state, openedBy(event.words), { type: "arm", timer: "longest", ms: event.longestMs });
    case "speech_started":
      return state.caller === "quiet"
        ? takesWord(state, "speaking", { type: "begin_utterance" })
        : only(state);
    case "speech_ended":
      return finished(state);
    case "heard":
      return heard(againIf(state, event), event.words, event.atMs);
    case "key_pressed":
      return takesWord(state, "typing", { type: "discard_utterance" });
    case "keyed":
      return state.caller === "typing"
        ? answered(againIf(state, event), event.words, event.atMs)
        : only(state);
    case "sound_began":
      // We do not begin to talk while somebody else does.
      return state.caller === "speaking"
        ? interrupted({ ...state, audible: true })
        : only({ ...state, audible: true });
    case "sound_ended":
      return only({ ...state, audible: false });
    case "timer":
      return onTimer(state, event.timer, event.atMs);
    case "lost":
      return state.line === "up" ? lost(state) : only(state);
    case "back": {
      if (state.line !== "lost") return only(state);
      const [up, effects] = rest({ ...state, line: "up" }, event.atMs);
      return only(up, ...disarm("reconnect"), { type: "resume" }, ...effects);
    }
    case "hung_up":
      return hungUp(state, event.atMs, event);
    case "wanted":
      return wanted(state);
  }
}
