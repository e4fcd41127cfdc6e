import type { Expectation } from "../providers/port";

/** Above this a window is speech; below `PROBABLE_OFF` it is none; in between it stays what it was. As Silero's own iterator does. */
const PROBABLE_ON = 0.5;
const PROBABLE_OFF = 0.35;
/** While we speak ourselves, what is left of our voice in the line must not count as somebody's. */
const PROBABLE_OVER_US = 0.7;
/** Speech for this long interrupts us: a cough and a click are shorter, a word is longer. */
const ONSET_MS = 100;
/** A gap within the first syllables that does not begin the onset anew. */
const ONSET_GAP_MS = 80;
/** Nobody answers in one breath for longer; what was said by then is an utterance. */
const LONGEST_MS = 30_000;

/** The shortest and the longest pause that ends an utterance. */
export const PATIENCE_MS = { least: 300, most: 700 } as const;
/** Those who say yes have said it; those who read out numbers or spell pause between the groups. */
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
/** Somebody who has said next to nothing yet is looking for a word. */
const SHORT_MS = 500;
const SHORT_EXTRA_MS = 100;
/** Breath and hesitation are heard in a pause; a line that is still is done. */
const HESITANT = 0.15;
const STILL = 0.05;
const HESITANT_EXTRA_MS = 100;
const STILL_LESS_MS = 50;

/** What the ear remembers. Times in milliseconds of the call. */
export type Ear = {
  speaking: boolean;
  /** When the sound began that is, or may become, speech. */
  onsetMs: number | null;
  voicedMs: number;
  lastVoicedMs: number;
  lastMs: number;
  /** Of the present pause: windows, and the sum of their probabilities. */
  pause: { windows: number; sum: number };
};

export const newEar = (): Ear => ({
  speaking: false,
  onsetMs: null,
  voicedMs: 0,
  lastVoicedMs: 0,
  lastMs: 0,
  pause: { windows: 0, sum: 0 },
});

/** A window of sound, as the detector judged it. `overUs`: we speak; `echo` tells whether it sounds as we do. */
export type Window = { atMs: number; probability: number; overUs: boolean; echo(): boolean };

export type EarEvent =
  | { type: "started"; startMs: number }
  | { type: "ended"; startMs: number; endMs: number };

/** How long a pause must be to end what is being said: by what was asked, how much was said, and how still the line is. */
export function patienceMs(kind: Expectation["kind"], { onsetMs, lastVoicedMs, pause }: Ear): number {
  const saidMs = lastVoicedMs - (onsetMs ?? lastVoicedMs);
  const breath = pause.windows === 0 ? 0 : pause.sum / pause.windows;
  let ms = PAUSES_MS[kind];
  if (saidMs < SHORT_MS && kind !== "yes_no" && kind !== "choice") ms += SHORT_EXTRA_MS;
  if (breath >= HESITANT) ms += HESITANT_EXTRA_MS;
  else if (breath < STILL) ms -= STILL_LESS_MS;
  return Math.min(PATIENCE_MS.most, Math.max(PATIENCE_MS.least, ms));
}

const rest = (ear: Ear, atMs: number): Ear => ({ ...newEar(), lastMs: atMs, lastVoicedMs: ear.lastVoicedMs });

/** Nobody speaks as yet: counts what may become speech. */
function quiet(ear: Ear, { atMs, probability, overUs, echo }: Window): [Ear, EarEvent | null] {
  const loud = probability >= (overUs ? PROBABLE_OVER_US : PROBABLE_ON);
  const ours = (loud || ear.onsetMs !== null) && echo();
  if (!loud || ours) {
    const gone = ear.onsetMs !== null && (ours || atMs - ear.lastVoicedMs > ONSET_GAP_MS);
    return [gone ? rest(ear, atMs) : { ...ear, lastMs: atMs }, null];
  }
  const windowMs = Math.max(0, atMs - ear.lastMs);
  const onsetMs = ear.onsetMs ?? atMs - Math.min(windowMs, ONSET_MS);
  const heard: Ear = {
    ...ear,
    onsetMs,
    voicedMs: ear.voicedMs + Math.min(windowMs, ONSET_MS / 2),
    lastVoicedMs: atMs,
    lastMs: atMs,
  };
  if (heard.voicedMs < ONSET_MS) return [heard, null];
  return [
    { ...heard, speaking: true },
    { type: "started", startMs: onsetMs },
  ];
}

function speaking(ear: Ear, window: Window, kind: Expectation["kind"]): [Ear, EarEvent | null] {
  const { atMs, probability } = window;
  const startMs = ear.onsetMs ?? atMs;
  const voiced = probability >= PROBABLE_OFF;
  const pause = voiced
    ? { windows: 0, sum: 0 }
    : { windows: ear.pause.windows + 1, sum: ear.pause.sum + probability };
  const next: Ear = { ...ear, pause, lastMs: atMs, lastVoicedMs: voiced ? atMs : ear.lastVoicedMs };
  const silentMs = atMs - next.lastVoicedMs;
  const over = silentMs >= patienceMs(kind, next) || atMs - startMs >= LONGEST_MS;
  return over ? [rest(next, atMs), { type: "ended", startMs, endMs: next.lastVoicedMs }] : [next, null];
}

/** What a window changes: somebody has begun to speak (about 100 ms ago), or has ended (a pause ago). Pure. */
export function hear(ear: Ear, window: Window, kind: Expectation["kind"]): [Ear, EarEvent | null] {
  return ear.speaking ? speaking(ear, window, kind) : quiet(ear, window);
}

/** The line is gone, or muted, or has gone silent without a frame: whatever was being said is over. */
export function stopHearing(ear: Ear, atMs: number): [Ear, EarEvent | null] {
  const ended: EarEvent | null = ear.speaking
    ? { type: "ended", startMs: ear.onsetMs ?? ear.lastVoicedMs, endMs: ear.lastVoicedMs }
    : null;
  return [rest(ear, atMs), ended];
}
