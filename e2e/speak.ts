// Writes some words, by a voice of the product's own, with half a second of silence on both sides.
//   tsx e2e/speak.ts <file> <words>
import { writeFileSync } from "node:fs";
import { wavHeader } from "@/lib/platform/audio/wav";
import { createBuiltinSynthesizer } from "@/lib/voice/offline/speech/synthesizer";

const RATE_HZ = 16_000;
const SILENCE_S = 0.5;

const [file, words] = process.argv.slice(2);
if (file === undefined || words === undefined) throw new Error("Usage: speak.ts <file> <words>");
const silence = Buffer.alloc(SILENCE_S * RATE_HZ * Int16Array.BYTES_PER_ELEMENT);
const utterances: Buffer[] = [];
if (words !== "") {
  const speaker = createBuiltinSynthesizer(1);
  for await (const frame of speaker.speak(words, "builtin:rms", new AbortController().signal))
    utterances.push(Buffer.from(Int16Array.from(frame).buffer));
  speaker.close();
}
const sound = Buffer.concat([silence, ...utterances, silence]);
writeFileSync(
  file,
  Buffer.concat([wavHeader({ rateHz: RATE_HZ, channels: 1, dataBytes: sound.length }), sound]),
);
