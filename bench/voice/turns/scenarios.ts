import type { Expectation } from "@/lib/agents/providers/schema";
import {
  atLevel,
  carriedFrames,
  concat,
  durationMs,
  looped,
  makeMusic,
  mixInto,
  type Pcm,
  silenceOf,
  withLineNoise,
} from "../corpus/line";
import { type Random, seededRandom } from "../corpus/random";
import { type Half, halfOf } from "../corpus/split";
import {
  type EspeakVoice,
  isRecordedInstalled,
  randomVoice,
  recordedSentence,
  speakByEspeak,
} from "../corpus/voices";
import type { Echo, SimulatedCall } from "./simulate";

export const SCENARIO_KINDS = ["noise", "backchannel", "turn", "doubleTalk"] as const;
type ScenarioKind = (typeof SCENARIO_KINDS)[number];
/** Disturbances of the line. */
export const DISTURBANCES = ["none", "babble", "music", "echo", "loss"] as const;
type Disturbance = (typeof DISTURBANCES)[number];

/** Words on the caller's line, with their times. */
export type SpokenPart = { text: string; startMs: number; endMs: number };

export type Scenario = {
  id: string;
  kind: ScenarioKind;
  disturbance: Disturbance;
  /** The caller's turn that is judged; null if the caller wants none. */
  speech: { startMs: number; endMs: number } | null;
  /** Everything that the caller says. */
  callerParts: readonly SpokenPart[];
  /** When the agent's judged turn begins. */
  agentMs: number;
  make(): SimulatedCall;
};

const AGENT_TEXTS = [
  "Thank you. Our opening hours are from nine to five on weekdays, and from ten to two on Saturdays. You can also book online.",
  "I have found your order. It left our warehouse yesterday, and the parcel service expects to deliver it on Thursday afternoon.",
  "Before we begin, I would like to check a few details with you, so that we can find the right appointment for your visit.",
  "The repair usually takes three working days. We will send you a message as soon as your device is ready to be picked up.",
];
/** The agent: a voice that no caller has. */
const AGENT_VOICE: EspeakVoice = { language: "en-us", variant: "Annie", speed: 155, pitch: 50 };
const BABBLE = [
  "and then she told me that the whole house had been sold before the summer",
  "we went to the market and bought apples and some bread for the children",
  "he never answers the phone when I call him about the meeting on Friday",
  "the weather was so bad that nobody wanted to leave the hotel at all",
  "did you see the game last night, it went on for almost four hours",
];
const BACKCHANNELS = ["mm-hm", "uh-huh", "okay", "right", "I see", "mhm", "yeah"];
const OPENINGS = ["hello", "good morning", "yes", "yes please", "I have a question"];
const OVER_AGENT = [
  "no",
  "yes",
  "no wait",
  "stop",
  "excuse me",
  "I have a question",
  "can you repeat that please",
  "yes please",
  "no thank you",
];
/** Parts of a turn; the caller pauses between them. `unfinished`: the pause comes in the middle of a sentence. */
const TURNS: readonly { parts: readonly string[]; kind: Expectation["kind"]; unfinished: boolean }[] = [
  { parts: ["yes"], kind: "yes_no", unfinished: false },
  { parts: ["no"], kind: "yes_no", unfinished: false },
  { parts: ["no thank you"], kind: "yes_no", unfinished: false },
  { parts: ["next tuesday", "at half past two"], kind: "date", unfinished: false },
  { parts: ["four one five", "two six seven", "eight nine"], kind: "digits", unfinished: false },
  { parts: ["my number is", "five five one two"], kind: "digits", unfinished: true },
  { parts: ["it's", "three two one nine"], kind: "digits", unfinished: true },
  { parts: ["I'd like to come on", "thursday"], kind: "date", unfinished: true },
  { parts: ["two hundred and", "twenty five"], kind: "number", unfinished: true },
  {
    parts: ["I would like to change my delivery address", "because we have moved"],
    kind: "open",
    unfinished: false,
  },
  { parts: ["I have a question"], kind: "open", unfinished: false },
  { parts: ["I was charged twice for the same ticket"], kind: "open", unfinished: false },
];
const RECORDED_TURNS: readonly {
  parts: readonly { text: string; files: readonly string[] }[];
  kind: Expectation["kind"];
}[] = [
  {
    parts: [
      { text: "four one five", files: ["digits/4", "digits/1", "digits/5"] },
      { text: "two six seven", files: ["digits/2", "digits/6", "digits/7"] },
    ],
    kind: "digits",
  },
  {
    parts: [
      { text: "tuesday", files: ["digits/day-2"] },
      { text: "may third", files: ["digits/mon-4", "digits/h-3"] },
    ],
    kind: "date",
  },
  { parts: [{ text: "nine thirty a m", files: ["digits/9", "digits/30", "digits/a-m"] }], kind: "time" },
  {
    parts: [
      {
        text: "two hundred twenty five",
        files: ["digits/2", "digits/hundred", "digits/20", "digits/5"],
      },
    ],
    kind: "number",
  },
];

const TALKERS = 6;
const LINE_NOISE_DBFS = -60;
/** Voices and music in the background, compared to the caller. */
const BACKGROUND_DB = -15;
const LOSS = 0.05;
const TAIL_MS = 3_500;

type SpokenTurn = { pcm: Pcm; kind: Expectation["kind"]; parts: SpokenPart[] };

/** Parts one after the other, with the pauses between them. Times are from the start of the first. */
function sentence(
  parts: readonly { text: string; pcm: Pcm }[],
  kind: Expectation["kind"],
  pause: () => number,
): SpokenTurn {
  const partsSoFar: SpokenPart[] = [];
  let pcm: Pcm = new Int16Array(0);
  for (const part of parts) {
    if (partsSoFar.length > 0) pcm = concat(pcm, silenceOf(pause()));
    const startMs = durationMs(pcm);
    pcm = concat(pcm, part.pcm);
    partsSoFar.push({ text: part.text, startMs, endMs: durationMs(pcm) });
  }
  return { pcm, kind, parts: partsSoFar };
}

function babble(ms: number, random: Random): Pcm {
  let all: Pcm = silenceOf(ms);
  for (let talker = 0; talker < 2; talker++) {
    // Few talkers, so that their sounds are made once.
    const voice = randomVoice(seededRandom(`talker ${random.int(1, TALKERS)}`));
    const talk = concat(
      ...[0, 1, 2].flatMap(() => [
        speakByEspeak(random.pick(BABBLE), voice),
        silenceOf(random.between(200, 900)),
      ]),
    );
    all = mixInto(all, looped(atLevel(talk, -25), ms, random));
  }
  return all;
}

function spokenTurn(random: Random, voice: EspeakVoice): SpokenTurn {
  if (isRecordedInstalled() && random.next() < 0.3) {
    const { parts, kind } = random.pick(RECORDED_TURNS);
    const sounds = parts.map(({ text, files }) => ({ text, pcm: recordedSentence(files, random) }));
    return sentence(sounds, kind, () => random.between(200, 400));
  }
  const { parts, kind, unfinished } = random.pick(TURNS);
  const pause = () => (unfinished ? random.between(300, 800) : random.between(150, 400));
  return sentence(
    parts.map((text) => ({ text, pcm: speakByEspeak(text, voice) })),
    kind,
    pause,
  );
}
const spokenWords = (text: string, voice: EspeakVoice): SpokenTurn =>
  sentence([{ text, pcm: speakByEspeak(text, voice) }], "open", () => 0);

/** Call `n` of a kind, the same in each run. */
function scenario(kind: ScenarioKind, n: number): Scenario {
  const id = `call ${kind} ${n}`;
  const random = seededRandom(id);
  const disturbance = random.pick(
    kind === "noise" ? DISTURBANCES.filter((name) => name !== "none") : DISTURBANCES,
  );
  const voice = randomVoice(random);
  const levelDb = random.between(-28, -18);
  const openingText = random.pick(OPENINGS);
  const opening = atLevel(speakByEspeak(openingText, voice), levelDb);
  const hasOpening = random.next() < 0.8;
  const openingMs = 600;
  const agentMs = hasOpening ? openingMs + durationMs(opening) + 1_500 : 600;
  const agentPcm = atLevel(speakByEspeak(random.pick(AGENT_TEXTS), AGENT_VOICE), -20);
  const agentEndMs = agentMs + durationMs(agentPcm) + 200;
  const callerTurn =
    kind === "turn"
      ? spokenTurn(random, voice)
      : kind === "doubleTalk"
        ? spokenWords(random.pick(OVER_AGENT), voice)
        : kind === "backchannel"
          ? spokenWords(random.pick(BACKCHANNELS), { ...voice, speed: 175 })
          : null;
  const atMs = kind === "turn" ? agentEndMs + random.between(200, 900) : agentMs + random.between(900, 3_000);
  const speech =
    callerTurn === null || kind === "backchannel"
      ? null
      : { startMs: atMs, endMs: atMs + durationMs(callerTurn.pcm) };
  const endMs = Math.max(
    agentEndMs + 1_500,
    atMs + (callerTurn === null ? 0 : durationMs(callerTurn.pcm)) + TAIL_MS,
  );
  const echo: Echo | null =
    disturbance === "echo"
      ? { delayMs: random.between(120, 350), gain: 10 ** (random.between(-26, -14) / 20) }
      : null;
  const make = (): SimulatedCall => {
    const line = seededRandom(`${id} line`);
    let pcm: Pcm = silenceOf(endMs);
    if (hasOpening) pcm = mixInto(pcm, opening, openingMs);
    if (callerTurn !== null) pcm = mixInto(pcm, atLevel(callerTurn.pcm, levelDb), atMs);
    if (disturbance === "babble") pcm = mixInto(pcm, atLevel(babble(endMs, line), levelDb + BACKGROUND_DB));
    if (disturbance === "music") pcm = mixInto(pcm, atLevel(makeMusic(endMs, line), levelDb + BACKGROUND_DB));
    const frames = carriedFrames(
      withLineNoise(pcm, LINE_NOISE_DBFS, line),
      disturbance === "loss" ? LOSS : 0,
      line,
    );
    return {
      line: frames,
      agent: [{ atMs: agentMs, frames: carriedFrames(agentPcm, 0, line) }],
      echo,
      expectation: { kind: callerTurn?.kind ?? "open", language: "en-US" },
    };
  };
  const parts: SpokenPart[] = (callerTurn?.parts ?? []).map(({ text, startMs, endMs }) => ({
    text,
    startMs: atMs + startMs,
    endMs: atMs + endMs,
  }));
  if (hasOpening)
    parts.unshift({ text: openingText, startMs: openingMs, endMs: openingMs + durationMs(opening) });
  return { id, kind, disturbance, speech, callerParts: parts, agentMs, make };
}

/** The first `count` calls of a kind in a half. */
export function scenarios(half: Half, kind: ScenarioKind, count: number): Scenario[] {
  const list: Scenario[] = [];
  for (let n = 0; list.length < count; n++)
    if (halfOf(`call ${kind} ${n}`) === half) list.push(scenario(kind, n));
  return list;
}
