import type { GreetingKind } from "./greeting-words";

/**
 * Longest first speech of a person ("Hello, Anna speaking"). A mailbox speaks longer.
 * Source: Twilio's `MachineDetectionSpeechThreshold`, which is 2,400 ms by default.
 */
const PERSON_SPEECH_MS = 2_400;
/** Pause that ends the first speech of a person; they wait for an answer. */
const PERSON_PAUSE_MS = 700;
/** Pause that ends a long greeting. Mailboxes pause for up to two seconds between sentences. */
const LONG_PAUSE_MS = 2_200;
/** A person who says nothing is spoken to after this time. */
const SILENT_PERSON_MS = 2_000;
/** A person who was called to the telephone by call screening can need this long. */
const SCREENED_PERSON_MS = 30_000;
/** Limit of listening. A longer greeting is that of a mailbox. */
const MAX_LISTENING_MS = 45_000;
/** Speech before a tone, so that the tone is a mailbox's and not one of the network. */
const SPEECH_BEFORE_BEEP_MS = 800;
/** Without a beep, a mailbox records after this pause at the end of its greeting. */
const MAILBOX_PAUSE_MS = 3_000;

/**
 * The side that answered an outbound call, as far as the line tells. Times in milliseconds of the call.
 * `undecided`: the agent listens. `person`: the agent speaks. `screening`: a machine asks who is calling, and a person can
 * follow. `mailbox`: its greeting is in progress. `recording`: the mailbox records.
 */
export type Callee = "undecided" | "person" | "screening" | "mailbox" | "recording";

export type CalleeState = {
  callee: Callee;
  sinceMs: number;
  /** Whether the callee speaks now. */
  isSpeaking: boolean;
  /** Start of the speech in progress or of the last one, with its continuations. */
  speechStartMs: number | null;
  speechEndMs: number | null;
  /** Start of the speech in progress, without what it continues. */
  segmentStartMs: number | null;
  /** Total speech until a person was recognized: the length of the greeting. What they say later is conversation. */
  spokenMs: number;
  wasScreened: boolean;
};

export type CalleeEvent =
  | { type: "speech_started"; atMs: number }
  | { type: "speech_ended"; atMs: number }
  /** Words of the callee, interim or final, as `classifyGreeting` reads them. */
  | { type: "greeting"; kind: GreetingKind; atMs: number }
  | { type: "beep"; atMs: number }
  /** The carrier's answering machine detection. `recording`: the greeting of the machine is over. */
  | { type: "carrier"; callee: "person" | "mailbox" | "recording"; atMs: number }
  /** The agent has answered the screening. */
  | { type: "screening_answered"; atMs: number }
  | { type: "time"; atMs: number };

export const createCallee = (atMs: number): CalleeState => ({
  callee: "undecided",
  sinceMs: atMs,
  isSpeaking: false,
  speechStartMs: null,
  speechEndMs: null,
  segmentStartMs: null,
  spokenMs: 0,
  wasScreened: false,
});

/** Duration of the current or last speech, with pauses that are shorter than the end of a sentence. */
const speechMs = ({ isSpeaking, speechStartMs, speechEndMs }: CalleeState, atMs: number): number =>
  speechStartMs === null ? 0 : (isSpeaking ? atMs : (speechEndMs ?? atMs)) - speechStartMs;

/** Decides by durations, while nothing else tells. */
function decideByTime(state: CalleeState, atMs: number): Callee {
  const { callee, isSpeaking, speechEndMs, sinceMs, wasScreened } = state;
  if (atMs - sinceMs >= MAX_LISTENING_MS) return state.spokenMs > PERSON_SPEECH_MS ? "mailbox" : "person";
  if (isSpeaking) return callee;
  if (speechEndMs === null)
    return atMs - sinceMs >= (wasScreened ? SCREENED_PERSON_MS : SILENT_PERSON_MS) ? "person" : callee;
  const pauseMs = atMs - speechEndMs;
  const isLong = speechMs(state, atMs) > PERSON_SPEECH_MS;
  return pauseMs >= (isLong ? LONG_PAUSE_MS : PERSON_PAUSE_MS) ? "person" : callee;
}

function mailboxByTime(state: CalleeState, atMs: number): Callee {
  const endMs = state.speechEndMs ?? state.sinceMs;
  const isOver = !state.isSpeaking && atMs - endMs >= MAILBOX_PAUSE_MS;
  return isOver || atMs - state.sinceMs >= MAX_LISTENING_MS ? "recording" : "mailbox";
}

function startSpeech(state: CalleeState, atMs: number): CalleeState {
  const continues = state.speechEndMs !== null && atMs - state.speechEndMs < LONG_PAUSE_MS;
  return {
    ...state,
    isSpeaking: true,
    speechStartMs: continues ? state.speechStartMs : atMs,
    segmentStartMs: atMs,
    speechEndMs: null,
  };
}

/** The speech in progress, in the length of the greeting. Zero in a conversation, and between two sentences. */
const segmentMs = ({ callee, isSpeaking, segmentStartMs }: CalleeState, atMs: number): number =>
  isSpeaking && segmentStartMs !== null && callee !== "person" ? Math.max(0, atMs - segmentStartMs) : 0;

function endSpeech(state: CalleeState, atMs: number): CalleeState {
  if (!state.isSpeaking) return state;
  return {
    ...state,
    isSpeaking: false,
    speechEndMs: atMs,
    spokenMs: state.spokenMs + segmentMs(state, atMs),
  };
}

/**
 * The carrier's verdict counts as a machine only with a greeting longer than a person's, as people pay for its errors. It
 * names no screening service: from there on, only the words and the beep tell a mailbox.
 */
function applyCarrier(state: CalleeState, callee: "person" | "mailbox" | "recording", atMs: number): Callee {
  if (state.callee === "screening" || state.wasScreened) return state.callee;
  if (callee === "person") return state.callee === "undecided" ? "person" : state.callee;
  const isKnown = state.callee === "mailbox";
  return isKnown || state.spokenMs + segmentMs(state, atMs) > PERSON_SPEECH_MS ? callee : state.callee;
}

/**
 * Applies an event. Pure. A person is spoken to as soon as a pause follows their first words; a machine is recognized by
 * its words, by its beep, or by the carrier together with the length of its greeting. Length alone never makes a machine
 * of a person, except after 45 s of listening. A beep and the words of a mailbox also correct an earlier `person`.
 */
export function detectCallee(state: CalleeState, event: CalleeEvent): CalleeState {
  const { callee } = state;
  const become = (next: Callee): CalleeState =>
    next === callee
      ? state
      : {
          ...state,
          callee: next,
          sinceMs: event.atMs,
          spokenMs: state.spokenMs + (next === "person" ? segmentMs(state, event.atMs) : 0),
        };
  if (callee === "recording") return state;
  switch (event.type) {
    case "speech_started":
      return startSpeech(state, event.atMs);
    case "speech_ended":
      return endSpeech(state, event.atMs);
    case "greeting":
      // Screening comes before a person; the words of a mailbox can be known after a pause made it seem a person.
      if (callee === "mailbox" || (callee === "person" && event.kind === "screening")) return state;
      return become(event.kind);
    case "beep":
      return callee === "mailbox" || speechMs(state, event.atMs) >= SPEECH_BEFORE_BEEP_MS
        ? become("recording")
        : state;
    case "carrier":
      return become(applyCarrier(state, event.callee, event.atMs));
    case "screening_answered":
      return callee === "screening" ? { ...createCallee(event.atMs), wasScreened: true } : state;
    case "time":
      if (callee === "undecided") return become(decideByTime(state, event.atMs));
      return callee === "mailbox" ? become(mailboxByTime(state, event.atMs)) : state;
  }
}
