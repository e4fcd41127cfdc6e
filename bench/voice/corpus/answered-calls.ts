import {
  atLevel,
  carriedFrames,
  concat,
  durationMs,
  LINE_HZ,
  type Pcm,
  samplesIn,
  silenceOf,
  withLineNoise,
} from "./line";
import { type Random, seededRandom } from "./random";
import { type Half, halfOf } from "./split";
import { randomVoice, speakByEspeak } from "./voices";

/** Greetings that are written for this corpus; none is a recording. */
const PEOPLE = [
  "Hello?",
  "Hi.",
  "Yes?",
  "Yeah, hello?",
  "Good morning.",
  "Hello, who is this?",
  "Hello, this is Anna.",
  "Anna Miller speaking.",
  "Hello? Hello?",
  "Hi, you're talking to Ben.",
  "Speaking.",
  "Hello, how can I help you?",
  "Miller's bakery, good morning.",
  "Miller's bakery, this is Ann speaking, how can I help you?",
  "Good afternoon, thank you for calling Baker and Sons, you are speaking with David, what can I do for you today?",
  "Hang on a second. Okay, hello?",
  "Hello? Sorry, I was just in the car, who is calling please?",
  "What is it now?",
  "Hello, I can hardly hear you.",
  "Not now, I'm in a meeting.",
  "Stop calling me.",
  "Hello, Mom? Is that you?",
];
const MAILBOXES = [
  "Your call has been forwarded to an automatic voice message system. At the tone, please record your message.",
  "Hi, you've reached Tom. I can't come to the phone right now, but leave me a message and I'll call you back.",
  "Hello. You have reached the voicemail of Jane Smith. Please leave your name and number after the beep.",
  "Hey, it's Chris. Leave a message.",
  "The person you are trying to reach is not available. Please leave a message after the tone.",
  "You've reached the Millers. We're not home, so please leave a message after the beep.",
  "Thank you for calling the office of Doctor Brown. We are closed. Please leave a message and we will return your call.",
  "This is the mailbox of five five five, zero one nine nine. Please record your message after the tone.",
  "Hi, this is Sam. I'm away from my phone. Leave your name, number and a short message.",
  "Sorry I missed your call. Please leave me a message and have a great day.",
];

export type AnsweredKind = "person" | "mailbox";
/** A call's line. `endMs`: the end of a person's greeting, or of the mailbox's beep. */
export type Answered = { id: string; text: string; frames: Int16Array[]; endMs: number };

const SILENCE_AFTER_MS = 4_000;
const BEEP_LEVEL = { min: 2_000, max: 12_000 } as const;
const BEEPS_HZ = [425, 440, 620, 800, 850, 950, 1_000, 1_400];
/** Some mailboxes do not beep. */
const BEEP_SHARE = 0.9;

/** The beep of a mailbox: one tone, of a frequency, length and level that networks use. */
function makeBeep(random: Random): Pcm {
  const hz = random.pick(BEEPS_HZ);
  const level = random.int(BEEP_LEVEL.min, BEEP_LEVEL.max);
  const length = samplesIn(random.int(200, 1_200));
  return Int16Array.from({ length }, (_, n) =>
    Math.round(level * Math.sin((2 * Math.PI * hz * n) / LINE_HZ)),
  );
}

function makeCall(id: string, kind: AnsweredKind): Answered {
  const random = seededRandom(id);
  const text = random.pick(kind === "person" ? PEOPLE : MAILBOXES);
  const greeting = atLevel(speakByEspeak(text, randomVoice(random)), random.between(-32, -18));
  const parts: Pcm[] = [silenceOf(random.int(150, 1_300)), greeting];
  if (kind === "mailbox" && random.next() < BEEP_SHARE)
    parts.push(silenceOf(random.int(150, 1_500)), makeBeep(random));
  const endMs = durationMs(concat(...parts));
  const pcm = withLineNoise(concat(...parts, silenceOf(SILENCE_AFTER_MS)), random.between(-62, -45), random);
  return { id, text, frames: carriedFrames(pcm, 0, random), endMs };
}

/** The first `count` calls of a kind in one half of the corpus. Each is the same in every run. */
export function answeredCalls(half: Half, kind: AnsweredKind, count: number): Answered[] {
  const calls: Answered[] = [];
  for (let n = 0; calls.length < count; n++) {
    const id = `answered ${kind} ${n}`;
    if (halfOf(id) === half) calls.push(makeCall(id, kind));
  }
  return calls;
}
