import type { Expectation } from "@/lib/agents/providers/schema";

/** Above this a window is speech; below `PROBABLE_OFF` it is none; in between it stays what it was. As Silero's own iterator does. */
const PROBABLE_ON = 0.5;
const PROBABLE_OFF = 0.35;
/** Minimum probability during agent speech, so that its remains in the line do not count as caller speech. */
const PROBABLE_OVER_US = 0.7;
/** Speech for this long interrupts us: a cough and a click are shorter, a word is longer. */
const ONSET_MS = 100;
/** A gap within the first syllables that does not restart the onset. */
const ONSET_GAP_MS = 80;
/** Maximum utterance length; longer speech is cut here. */
const LONGEST_MS = 30_000;

/** The shortest and the longest pause that ends an utterance. */
export const ENDPOINT_DELAY_MS = { least: 300, most: 700 } as const;
/** A yes or no is complete at once; callers who read out numbers or spell pause between the groups. */
const PAUSES_MS: Record<Expectation["kind"], number> = {
  yes_no: 350,
  choice: 400,
  time: 450,
  number: 500,
  date: 500,
  open: 550,
  text: 550,
  digits: 650,
  phone: 700,
  email: 700,
};
/** A caller who has said very little is looking for a word. */
const SHORT_MS = 500;
const SHORT_EXTRA_MS = 100;
/** Breath and hesitation are heard in a pause; a line that is still is done. */
const HESITANT = 0.15;
const STILL = 0.05;
const HESITANT_EXTRA_MS = 100;
const STILL_LESS_MS = 50;

/** The state of the endpointing. Times in milliseconds of the call. */
export type EndpointingState = {
  speaking: boolean;
  /** When the sound began that is, or may become, speech. */
  onsetMs: number | null;
  voicedMs: number;
  lastVoicedMs: number;
  lastMs: number;
  /** Of the present pause: windows, and the sum of their probabilities. */
  pause: { windows: number; sum: number };
};

export const createEndpointing = (): EndpointingState => ({
  speaking: false,
  onsetMs: null,
  voicedMs: 0,
  lastVoicedMs: 0,
  lastMs: 0,
  pause: { windows: 0, sum: 0 },
});

/**
 * A window of audio, as the VAD classified it. `duringAgentSpeech`: the agent speaks; `echo` tells whether
 * the audio resembles the agent's.
 */
export type AudioWindow = { atMs: number; probability: number; duringAgentSpeech: boolean; echo(): boolean };

export type EndpointingEvent =
  | { type: "started"; startMs: number }
  | { type: "ended"; startMs: number; endMs: number };

/** How long a pause must be to end what is being said: by what was asked, how much was said, and how still the line is. */
export function endpointDelayMs(
  kind: Expectation["kind"],
  { onsetMs, lastVoicedMs, pause }: EndpointingState,
): number {
  const saidMs = lastVoicedMs - (onsetMs ?? lastVoicedMs);
  const breath = pause.windows === 0 ? 0 : pause.sum / pause.windows;
  let ms = PAUSES_MS[kind];
  if (saidMs < SHORT_MS && kind !== "yes_no" && kind !== "choice") ms += SHORT_EXTRA_MS;
  if (breath >= HESITANT) ms += HESITANT_EXTRA_MS;
  else if (breath < STILL) ms -= STILL_LESS_MS;
  return Math.min(ENDPOINT_DELAY_MS.most, Math.max(ENDPOINT_DELAY_MS.least, ms));
}

const resetState = (ear: EndpointingState, atMs: number): EndpointingState => ({
  ...createEndpointing(),
  lastMs: atMs,
  lastVoicedMs: ear.lastVoicedMs,
});

/** During silence: counts windows that can become speech. */
function quiet(
  ear: EndpointingState,
  { atMs, probability, duringAgentSpeech, echo }: AudioWindow,
): [EndpointingState, EndpointingEvent | null] {
  const loud = probability >= (duringAgentSpeech ? PROBABLE_OVER_US : PROBABLE_ON);
  const isOwnSpeech = (loud || ear.onsetMs !== null) && echo();
  if (!loud || isOwnSpeech) {
    const isOnsetOver = ear.onsetMs !== null && (isOwnSpeech || atMs - ear.lastVoicedMs > ONSET_GAP_MS);
    return [isOnsetOver ? resetState(ear, atMs) : { ...ear, lastMs: atMs }, null];
  }
  const windowMs = Math.max(0, atMs - ear.lastMs);
  const onsetMs = ear.onsetMs ?? atMs - Math.min(windowMs, ONSET_MS);
  const onsetState: EndpointingState = {
    ...ear,
    onsetMs,
    voicedMs: ear.voicedMs + Math.min(windowMs, ONSET_MS / 2),
    lastVoicedMs: atMs,
    lastMs: atMs,
  };
  if (onsetState.voicedMs < ONSET_MS) return [onsetState, null];
  return [
    { ...onsetState, speaking: true },
    { type: "started", startMs: onsetMs },
  ];
}

function speaking(
  ear: EndpointingState,
  window: AudioWindow,
  kind: Expectation["kind"],
): [EndpointingState, EndpointingEvent | null] {
  const { atMs, probability } = window;
  const startMs = ear.onsetMs ?? atMs;
  const voiced = probability >= PROBABLE_OFF;
  const pause = voiced
    ? { windows: 0, sum: 0 }
    : { windows: ear.pause.windows + 1, sum: ear.pause.sum + probability };
  const next: EndpointingState = {
    ...ear,
    pause,
    lastMs: atMs,
    lastVoicedMs: voiced ? atMs : ear.lastVoicedMs,
  };
  const silentMs = atMs - next.lastVoicedMs;
  const over = silentMs >= endpointDelayMs(kind, next) || atMs - startMs >= LONGEST_MS;
  return over ? [resetState(next, atMs), { type: "ended", startMs, endMs: next.lastVoicedMs }] : [next, null];
}

/** Applies a window: speech has started (about 100 ms ago), or has ended (a pause ago). Pure. */
export function step(
  state: EndpointingState,
  window: AudioWindow,
  kind: Expectation["kind"],
): [EndpointingState, EndpointingEvent | null] {
  return state.speaking ? speaking(state, window, kind) : quiet(state, window);
}

/** The line is lost, muted, or without frames: any current speech has ended. */
export function stopEndpointing(
  state: EndpointingState,
  atMs: number,
): [EndpointingState, EndpointingEvent | null] {
  const ended: EndpointingEvent | null = state.speaking
    ? { type: "ended", startMs: state.onsetMs ?? state.lastVoicedMs, endMs: state.lastVoicedMs }
    : null;
  return [resetState(state, atMs), ended];
}
