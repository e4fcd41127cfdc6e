// Writes what a microphone hears, over and over: some words by a voice of the product's own, and silence behind them.
//   tsx e2e/speak.ts <file> <words>
import { writeFileSync } from "node:fs";
import { createBuiltinSpeaker } from "@/lib/voice/providers/builtin/speaker";
import { wavHeader } from "@/lib/wav";

const RATE_HZ = 16_000;
/** Longer than the pause that ends an utterance, and than the agent needs to begin its answer. */
const SILENCE_S = 6;
/** Whoever has just been connected says nothing yet. */
const BEFORE_S = 1;

const [file, words] = process.argv.slice(2);
if (file === undefined || words === undefined) throw new Error("Usage: speak.ts <file> <words>");
const silence = (seconds: number) => Buffer.alloc(seconds * RATE_HZ * Int16Array.BYTES_PER_ELEMENT);
const speaker = createBuiltinSpeaker(1);
const spoken: Buffer[] = [];
for await (const frame of speaker.speak(words, "builtin:rms", new AbortController().signal))
  spoken.push(Buffer.from(Int16Array.from(frame).buffer));
speaker.close();
const sound = Buffer.concat([silence(BEFORE_S), ...spoken, silence(SILENCE_S)]);
writeFileSync(
  file,
  Buffer.concat([wavHeader({ rateHz: RATE_HZ, channels: 1, dataBytes: sound.length }), sound]),
);
