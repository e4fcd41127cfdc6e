import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { concat, LINE_HZ, type Pcm, silenceOf, trimmed } from "./line";
import type { Random } from "./random";

/** Outside of version control. */
const FOLDER = join(import.meta.dirname, "..", "..", "..", ".data", "bench", "corpus");
/** The recorded person of the Debian package `asterisk-core-sounds-en-wav`. */
const RECORDED = "/usr/share/asterisk/sounds/en_US_f_Allison";
const MAX_OUTPUT_BYTES = 16 * 2 ** 20;
const TIMEOUT_MS = 20_000;

const LANGUAGES = [
  "en-us",
  "en-us",
  "en-gb",
  "en-gb-scotland",
  "en-gb-x-rp",
  "en-gb-x-gbclan",
  "en-gb-x-gbcwmd",
  "en-029",
  "en-us-nyc",
];
/** Variants that sound like people; robots and whispers are left out. */
const VARIANTS =
  "f1 f2 f3 f4 f5 m1 m2 m3 m4 m5 m6 m7 m8 Alex Alicia Andrea Andy Annie Denis Diogo Gene Gene2 Hugo Jacky Lee Marco Mario Michael Mike adam anika antonio belinda benjamin boris ed edward gustave iven john linda max michel miguel norbert pablo paul pedro quincy rob robert sandro shelby steph steph2 travis victor".split(
    " ",
  );

/** A speaker of espeak-ng: a language, a variant, words a minute and a pitch of 0 to 99. */
export type EspeakVoice = { language: string; variant: string; speed: number; pitch: number };

export const randomVoice = (random: Random): EspeakVoice => ({
  language: random.pick(LANGUAGES),
  variant: random.pick(VARIANTS),
  speed: random.int(120, 175),
  pitch: random.int(35, 65),
});

const pcmOf = (raw: Buffer): Pcm =>
  new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + 2 * Math.floor(raw.length / 2)));

const run = (command: string, args: readonly string[], input?: Buffer): Buffer =>
  execFileSync(command, args, {
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: TIMEOUT_MS,
    stdio: ["pipe", "pipe", "ignore"],
    ...(input !== undefined && { input }),
  });

/** Reads a sound from the cache, or makes and caches it. */
function cached(key: string, make: () => Buffer): Pcm {
  const file = join(FOLDER, `${createHash("sha256").update(key).digest("hex").slice(0, 24)}.raw`);
  if (existsSync(file)) return pcmOf(readFileSync(file));
  const raw = make();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, raw);
  return pcmOf(raw);
}

/** A text by espeak-ng, at the rate of the line, without silence around it. */
export function speakByEspeak(text: string, { language, variant, speed, pitch }: EspeakVoice): Pcm {
  const key = JSON.stringify(["espeak", text, language, variant, speed, pitch]);
  return trimmed(
    cached(key, () => {
      const args = [
        "-v",
        `${language}+${variant}`,
        "-s",
        String(speed),
        "-p",
        String(pitch),
        "--stdout",
        text,
      ];
      const wav = run("espeak-ng", args);
      return run(
        "sox",
        ["-t", "wav", "-", "-r", String(LINE_HZ), "-c", "1", "-b", "16", "-t", "raw", "-"],
        wav,
      );
    }),
  );
}

export const isRecordedInstalled = (): boolean => existsSync(RECORDED);

/** A file of the recorded person, such as `digits/4`, without silence around it. */
export const recordedSound = (name: string): Pcm =>
  trimmed(
    cached(`recorded ${name}`, () =>
      run("sox", [
        join(RECORDED, `${name}.wav`),
        "-r",
        String(LINE_HZ),
        "-c",
        "1",
        "-b",
        "16",
        "-t",
        "raw",
        "-",
      ]),
    ),
  );

/** Files of the recorded person one after the other, with the pauses of speech read aloud. */
export const recordedSentence = (names: readonly string[], random: Random): Pcm =>
  concat(
    ...names.flatMap((name, i) => [
      ...(i === 0 ? [] : [silenceOf(random.between(40, 140))]),
      recordedSound(name),
    ]),
  );
