/**
 * Measures how answers to a recording's announcement are heard, by voices on which nothing was tuned: espeak-ng,
 * festival (Debian packages `espeak-ng`, `festival`, `festvox-us-slt-hts`, `festvox-kallpc16k`), and recorded speech of
 * Asterisk (`asterisk-core-sounds-en-wav`). Run: `npx tsx bench/voice/recording-answers.ts [--by=espeak|festival|recorded] [--all]`. A voice or folder that is
 * not installed is left out, and said.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAnswer } from "@/lib/calls/recordings";
import { FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio";
import { createBuiltinProviders } from "@/lib/voice/offline/speech";

const REFUSALS = [
  "no",
  "nope",
  "no thank you",
  "no thanks",
  "nah",
  "no no",
  "no way",
  "I'd rather not",
  "I would rather not",
  "I do not consent",
  "I don't want that",
  "I don't want to be recorded",
  "please don't record this",
  "absolutely not",
  "please don't",
  "I don't agree",
];
const OTHERS = [
  "no problem",
  "no worries, go ahead",
  "not at all",
  "no objection",
  "yes",
  "okay",
  "that's fine",
  "hello",
  "I want to book an appointment",
  "no one is available to take your call",
  "no one can come to the phone right now",
  "nobody is home, please leave a message",
  "you have reached our voice mail",
];
const ESPEAK = [
  "en-us",
  "en-gb",
  "en-gb-scotland",
  "en-us+f3",
  "en-gb+f4",
  "en-gb-x-rp",
  "en-us+m4",
  "en-029",
];
const FESTIVAL = ["cmu_us_slt_arctic_hts", "kal_diphone"];
const ASTERISK = "/usr/share/asterisk/sounds/en_US_f_Allison";
/** Prompts by what a caller means who says them. Real speech, of one synthesizer. */
const RECORDED_REFUSALS = ["vm-no"];
const RECORDED_OTHERS = [
  "hello",
  "goodbye",
  "vm-nobodyavail",
  "vm-isunavail",
  "vm-theperson",
  "vm-intro",
  "vm-leavemsg",
  "vm-isonphone",
  "number-not-answering",
  "im-sorry",
  "vm-youhave",
  "vm-messages",
  "digits/0",
  "digits/1",
  "digits/2",
  "digits/3",
  "digits/4",
  "digits/5",
  "digits/6",
  "digits/7",
  "digits/8",
];
const SILENT_FRAMES = 15;
/** 95 % normal quantile, for Wilson's interval. */
const Z = 1.96;

/** Mono PCM of a WAV file, at 16 kHz. */
function samplesOf(wav: Buffer): Int16Array {
  const rate = wav.readUInt32LE(24);
  const data = wav.indexOf("data", 12, "latin1") + 8;
  const raw = wav.subarray(data, data + 2 * Math.floor((wav.length - data) / 2));
  const samples = new Int16Array(raw.length / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = raw.readInt16LE(2 * i);
  // Between samples a straight line: these voices have next to nothing above 8 kHz.
  return Int16Array.from({ length: Math.floor((samples.length * RATE_HZ) / rate) }, (_, i) => {
    const at = (i * rate) / RATE_HZ;
    const before = samples[Math.floor(at)] ?? 0;
    return Math.round(before + ((samples[Math.ceil(at)] ?? before) - before) * (at % 1));
  });
}
function framesOf(samples: Int16Array): Int16Array[] {
  const silence = Array.from({ length: SILENT_FRAMES }, () => new Int16Array(FRAME_SAMPLES));
  const frames: Int16Array[] = [];
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(samples.subarray(at, at + FRAME_SAMPLES));
    frames.push(frame);
  }
  return [...silence, ...frames, ...silence];
}
const file = join(tmpdir(), `recording-answer-${process.pid}.wav`);
const byEspeak = (voice: string) => (text: string) => {
  execFileSync("espeak-ng", ["-v", voice, "-s", "150", "-w", file, text]);
  return readFileSync(file);
};
const byFestival = (voice: string) => (text: string) => {
  execFileSync("text2wave", ["-eval", `(voice_${voice})`, "-o", file], { input: text });
  return readFileSync(file);
};

const providers = createBuiltinProviders();
const never = new AbortController().signal;
async function transcribeAnswer(wav: Buffer): Promise<{ text: string; answer: string }> {
  const utterance = providers.transcriber.begin(
    { kind: "open", topic: "recording", language: "en-US" },
    {},
    never,
  );
  for (const frame of framesOf(samplesOf(wav))) utterance.push(frame);
  try {
    const { text, understood } = await utterance.finish();
    return { text, answer: understood ? readAnswer(text) : "unclear" };
  } catch {
    return { text: "", answer: "failed" };
  }
}
const upperBound = (k: number, n: number): number => {
  const p = k / n;
  const z2 = (Z * Z) / n;
  return (p + z2 / 2 + Z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n))) / (1 + z2);
};

type Case = { by: string; text: string; wav: () => Buffer; refuses: boolean };
const casesSpokenBy = (by: string, say: (text: string) => Buffer): Case[] =>
  [...REFUSALS, ...OTHERS].map((text) => ({
    by,
    text,
    wav: () => say(text),
    refuses: REFUSALS.includes(text),
  }));
const recorded = (name: string, refuses: boolean): Case => ({
  by: "recorded",
  text: name,
  wav: () => readFileSync(join(ASTERISK, `${name}.wav`)),
  refuses,
});
const cases = [
  ...ESPEAK.flatMap((voice) => casesSpokenBy(`espeak ${voice}`, byEspeak(voice))),
  ...FESTIVAL.flatMap((voice) => casesSpokenBy(`festival ${voice}`, byFestival(voice))),
  ...(existsSync(ASTERISK)
    ? [
        ...RECORDED_REFUSALS.map((name) => recorded(name, true)),
        ...RECORDED_OTHERS.map((name) => recorded(name, false)),
      ]
    : []),
];

const say = (...words: unknown[]) =>
  process.stdout.write(
    `${words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" ")}\n`,
  );
const counts = new Map<string, Record<string, number>>();
const missing = new Set<string>();
const only = process.argv.find((arg) => arg.startsWith("--by="))?.slice("--by=".length);
for (const { by, text, wav, refuses } of cases) {
  if (only !== undefined && !by.startsWith(only)) continue;
  const key = `${by.split(" ")[0]} ${refuses ? "refusals" : "others"}`;
  let sound: Buffer;
  try {
    sound = wav();
  } catch {
    missing.add(by);
    continue;
  }
  const { text: words, answer } = await transcribeAnswer(sound);
  const count = counts.get(key) ?? {};
  count[answer] = (count[answer] ?? 0) + 1;
  counts.set(key, count);
  const isWrong = refuses ? answer === "yes" || answer === "other" : answer === "no";
  if (isWrong || process.argv.includes("--all"))
    say(`${isWrong ? "WRONG " : ""}${by}: "${text}" heard as "${words}": ${answer}`);
}
for (const [key, count] of counts) {
  const n = Object.values(count).reduce((sum, value) => sum + value, 0);
  const wrong = key.endsWith("refusals") ? (count.yes ?? 0) + (count.other ?? 0) : (count.no ?? 0);
  say(key, count, `wrong ${wrong}/${n}, 95 % bound ${(100 * upperBound(wrong, n)).toFixed(1)} %`);
}
if (missing.size > 0) say("not installed:", [...missing].join(", "));
await providers.close();
