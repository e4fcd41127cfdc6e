import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Expectation } from "@/lib/agents/providers/schema";
import {
  type CallerLevel,
  createCallerLevel,
  ignoreSpeech,
  learnSpeech,
  loudnessOf,
  trackWindow,
} from "./caller-level";

/** Above this a window is speech; below `PROBABLE_OFF` it is none; in between it stays what it was. As Silero's own iterator does. */
const PROBABLE_ON = 0.5;
const PROBABLE_OFF = 0.35;
/** Minimum probability during agent speech, so that its remains in the line do not count as caller speech. */
const PROBABLE_OVER_US = 0.7;
/** Speech for this long is noticed: a cough and a click are shorter, a word is longer. */
const ONSET_MS = 100;
/** Speech that lasts this long, without its pauses, is more than a sign of attention. */
export const SUSTAINED_MS = 400;
/** A window after a gap of the line counts as one window. */
const MAX_WINDOW_MS = 100;
/** A gap within the first syllables that does not restart the onset. */
const ONSET_GAP_MS = 80;
/** Maximum utterance length; longer speech is cut here. */
const LONGEST_MS = 30_000;
/** Maximum speech in a row that is too soft to be clearly the caller's. */
export const MAX_DOUBTFUL_MS = 3_000;

/** The shortest and the longest pause that ends an utterance, at medium patience, after a finished sentence. */
export const ENDPOINT_DELAY_MS = { least: 300, most: 700 } as const;
/** An unfinished sentence ("my number is", "and", "um") waits for its end. */
const UNFINISHED_DELAY_MS = 1_500;
/** A yes or no is complete at once; callers who read out numbers or spell pause between the groups. */
const PAUSES_MS: Record<Expectation["kind"], number> = {
  yes_no: 350,
  choice: 400,
  time: 450,
  number: 550,
  date: 600,
  open: 650,
  text: 650,
  digits: 700,
  phone: 700,
  email: 700,
};
/** A caller who has said very little is looking for a word. */
const SHORT_MS = 500;
const SHORT_EXTRA_MS = 100;
/** Breath and hesitation are heard in a pause; a short answer on a line that is still is done. */
const HESITANT = 0.15;
const STILL = 0.05;
const HESITANT_EXTRA_MS = 100;
const STILL_LESS_MS = 50;

export type Patience = AgentConfig["patience"];
/** How patience changes every pause. */
const PATIENCE: Record<Patience, number> = { low: 0.8, medium: 1, high: 1.6 };

/** The state of the endpointing. Times in milliseconds of the call. */
export type EndpointingState = {
  speaking: boolean;
  /** When the sound began that is, or may become, speech. */
  onsetMs: number | null;
  voicedMs: number;
  lastVoicedMs: number;
  lastMs: number;
  /** Speech in a row that is too soft to be clearly the caller's. */
  doubtfulMs: number;
  /** Of the present pause: windows, and the sum of their probabilities. */
  pause: { windows: number; sum: number };
  level: CallerLevel;
};

export const createEndpointing = (): EndpointingState => ({
  speaking: false,
  onsetMs: null,
  voicedMs: 0,
  lastVoicedMs: 0,
  lastMs: 0,
  doubtfulMs: 0,
  pause: { windows: 0, sum: 0 },
  level: createCallerLevel(),
});

/**
 * A window of audio, as the VAD classified it, with its level in dBFS. `agentDb`: how loud the agent has been
 * lately, if it speaks; `echo` tells whether the audio resembles the agent's.
 */
export type AudioWindow = {
  atMs: number;
  probability: number;
  levelDb: number;
  agentDb: number | null;
  echo(): boolean;
};

/**
 * Conditions of a pause besides the sound: the question, the agent's patience, and the words so far.
 * `hearsBackground`: speech far below the caller's level counts too, but not for long.
 */
export type Listening = {
  kind: Expectation["kind"];
  patience: Patience;
  isUnfinished: boolean;
  hearsBackground?: boolean;
};

const speechLoudness = (level: CallerLevel, agentDb: number | null, { hearsBackground }: Listening) => {
  const loudness = loudnessOf(level, agentDb);
  return hearsBackground && loudness === "background" ? "doubtful" : loudness;
};

export type EndpointingEvent =
  | { type: "started"; startMs: number }
  /** The speech has lasted for `SUSTAINED_MS`. */
  | { type: "sustained" }
  | { type: "ended"; startMs: number; endMs: number };

/** How long a pause must be to end the utterance. */
export function endpointDelayMs(
  { kind, patience, isUnfinished }: Listening,
  { onsetMs, lastVoicedMs, pause }: Pick<EndpointingState, "onsetMs" | "lastVoicedMs" | "pause">,
): number {
  if (isUnfinished) return UNFINISHED_DELAY_MS * PATIENCE[patience];
  const spokenMs = lastVoicedMs - (onsetMs ?? lastVoicedMs);
  const breath = pause.windows === 0 ? 0 : pause.sum / pause.windows;
  let ms = PAUSES_MS[kind];
  if (spokenMs < SHORT_MS && kind !== "yes_no" && kind !== "choice") ms += SHORT_EXTRA_MS;
  if (breath >= HESITANT) ms += HESITANT_EXTRA_MS;
  else if (breath < STILL && (kind === "yes_no" || kind === "choice")) ms -= STILL_LESS_MS;
  return PATIENCE[patience] * Math.min(ENDPOINT_DELAY_MS.most, Math.max(ENDPOINT_DELAY_MS.least, ms));
}

const resetState = (state: EndpointingState, atMs: number): EndpointingState => ({
  ...createEndpointing(),
  lastMs: atMs,
  lastVoicedMs: state.lastVoicedMs,
  level: state.level,
});

type Step = [EndpointingState, EndpointingEvent | null];

/** During silence: counts windows that can become speech. */
function stepInSilence(
  state: EndpointingState,
  window: AudioWindow,
  windowMs: number,
  listening: Listening,
): Step {
  const { atMs, probability, agentDb, echo } = window;
  const duringAgentSpeech = agentDb !== null;
  const isSpeech = probability >= (duringAgentSpeech ? PROBABLE_OVER_US : PROBABLE_ON);
  const isSoft = isSpeech && speechLoudness(state.level, agentDb, listening) === "background";
  const isLoud = isSpeech && !isSoft;
  const isOwnSpeech = (isLoud || state.onsetMs !== null) && echo();
  if (!isLoud || isOwnSpeech) {
    const isOnsetOver = state.onsetMs !== null && (isOwnSpeech || atMs - state.lastVoicedMs > ONSET_GAP_MS);
    const next = isOnsetOver ? resetState(state, atMs) : { ...state, lastMs: atMs };
    const level = isSoft && !duringAgentSpeech ? ignoreSpeech(next.level, windowMs) : next.level;
    return [{ ...next, level }, null];
  }
  const onsetMs = state.onsetMs ?? atMs - Math.min(windowMs, ONSET_MS);
  const onsetState: EndpointingState = {
    ...state,
    onsetMs,
    voicedMs: state.voicedMs + Math.min(windowMs, ONSET_MS / 2),
    lastVoicedMs: atMs,
    lastMs: atMs,
  };
  if (onsetState.voicedMs < ONSET_MS) return [onsetState, null];
  return [
    { ...onsetState, speaking: true },
    { type: "started", startMs: onsetMs },
  ];
}

/** During an utterance: looks for the pause that ends it. */
function stepInSpeech(
  state: EndpointingState,
  window: AudioWindow,
  windowMs: number,
  listening: Listening,
): Step {
  const { atMs, probability, agentDb, echo } = window;
  const startMs = state.onsetMs ?? atMs;
  const loudness = speechLoudness(state.level, agentDb, listening);
  const isSpeech = probability >= PROBABLE_OFF;
  const isVoiced = isSpeech && loudness !== "background";
  const pause = isVoiced
    ? { windows: 0, sum: 0 }
    : { windows: state.pause.windows + 1, sum: state.pause.sum + (isSpeech ? 0 : probability) };
  const isOwn = isVoiced && !(agentDb !== null && echo());
  const next: EndpointingState = {
    ...state,
    pause,
    lastMs: atMs,
    lastVoicedMs: isVoiced ? atMs : state.lastVoicedMs,
    doubtfulMs: !isVoiced ? state.doubtfulMs : loudness === "doubtful" ? state.doubtfulMs + windowMs : 0,
    level: isOwn && loudness === "foreground" ? learnSpeech(state.level, windowMs) : state.level,
  };
  const silentMs = atMs - next.lastVoicedMs;
  const isOver =
    silentMs >= endpointDelayMs(listening, next) ||
    next.doubtfulMs >= MAX_DOUBTFUL_MS ||
    atMs - startMs >= LONGEST_MS;
  if (isOver) return [resetState(next, atMs), { type: "ended", startMs, endMs: next.lastVoicedMs }];
  const isSustained =
    state.lastVoicedMs - startMs < SUSTAINED_MS && next.lastVoicedMs - startMs >= SUSTAINED_MS;
  return [next, isSustained ? { type: "sustained" } : null];
}

/** Applies a window: speech has started (about 100 ms ago), or has ended (a pause ago). Pure. */
export function step(before: EndpointingState, window: AudioWindow, listening: Listening): Step {
  const windowMs = Math.max(0, Math.min(MAX_WINDOW_MS, window.atMs - before.lastMs));
  const state = { ...before, level: trackWindow(before.level, window.levelDb, windowMs) };
  return state.speaking
    ? stepInSpeech(state, window, windowMs, listening)
    : stepInSilence(state, window, windowMs, listening);
}

/** The line is lost, muted, or without frames: any current speech has ended. */
export function stopEndpointing(state: EndpointingState, atMs: number): Step {
  const ended: EndpointingEvent | null = state.speaking
    ? { type: "ended", startMs: state.onsetMs ?? state.lastVoicedMs, endMs: state.lastVoicedMs }
    : null;
  return [resetState(state, atMs), ended];
}
