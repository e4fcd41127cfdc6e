import { createResampler, FRAME_SAMPLES, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { speechLevelDb } from "@/lib/platform/audio/speech-level";
import type { Random } from "./random";

/** The rate of a telephone line, and of all sounds of the corpus. */
export const LINE_HZ = 8_000;
export type Pcm = Int16Array;
export const samplesIn = (ms: number): number => Math.round((ms * LINE_HZ) / 1_000);
export const durationMs = (pcm: Pcm): number => (pcm.length * 1_000) / LINE_HZ;

const FULL_SCALE = 32_768;
const CLIP = 32_000;
/** Packets of a carrier. */
const PACKET_MS = 20;
const clip = (sample: number): number => Math.max(-CLIP, Math.min(CLIP, Math.round(sample)));

/** The sound at another loudness. */
export function atLevel(pcm: Pcm, levelDb: number): Pcm {
  const gain = 10 ** ((levelDb - speechLevelDb(pcm, LINE_HZ)) / 20);
  return pcm.map((sample) => clip(sample * gain));
}

export const concat = (...parts: readonly Pcm[]): Pcm => {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
export const silenceOf = (ms: number): Pcm => new Int16Array(samplesIn(ms));

/** Adds a sound to another from a time on; what is beyond the end is cut. */
export function mixInto(base: Pcm, added: Pcm, atMs = 0): Pcm {
  const mixed = base.slice();
  const from = samplesIn(atMs);
  for (let i = 0; i < added.length && from + i < mixed.length; i++)
    mixed[from + i] = clip((mixed[from + i] ?? 0) + (added[i] ?? 0));
  return mixed;
}

/** Repeats a sound from a random place on. */
export function looped(pcm: Pcm, ms: number, random: Random): Pcm {
  const offset = random.int(0, Math.max(0, pcm.length - 1));
  return Int16Array.from({ length: samplesIn(ms) }, (_, i) => pcm[(offset + i) % pcm.length] ?? 0);
}

/** Cuts the silence at both ends. */
export function trimmed(pcm: Pcm, floor = 300): Pcm {
  const from = pcm.findIndex((sample) => Math.abs(sample) > floor);
  const to = pcm.findLastIndex((sample) => Math.abs(sample) > floor);
  return from < 0 ? new Int16Array(0) : pcm.slice(Math.max(0, from - 80), Math.min(pcm.length, to + 160));
}

/** Chords and a melody of plain tones, with a beat: music on hold without a recording. */
export function makeMusic(ms: number, random: Random): Pcm {
  const root = random.pick([220, 247, 262, 294]);
  const steps = [0, 3, 5, 7, 10, 12];
  const beat = samplesIn(random.pick([250, 300, 400]));
  const pcm = new Int16Array(samplesIn(ms));
  let notes: number[] = [];
  for (let i = 0; i < pcm.length; i++) {
    if (i % beat === 0) notes = [0, 4, 7].map(() => root * 2 ** (random.pick(steps) / 12));
    const decay = Math.exp((-3 * (i % beat)) / beat);
    const seconds = i / LINE_HZ;
    let sum = 0;
    for (const hz of notes)
      sum += Math.sin(2 * Math.PI * hz * seconds) + 0.4 * Math.sin(4 * Math.PI * hz * seconds);
    pcm[i] = clip(4_000 * decay * sum);
  }
  return pcm;
}

/** Faint noise of a line: digital silence hardly exists on a telephone. */
export function withLineNoise(pcm: Pcm, levelDb: number, random: Random): Pcm {
  const amplitude = FULL_SCALE * 10 ** (levelDb / 20) * Math.sqrt(3);
  return pcm.map((sample) => clip(sample + (random.next() * 2 - 1) * amplitude));
}

/**
 * The sound as the product receives it: µ-law packets of 20 ms, decoded to frames of 16 kHz. A lost packet is
 * silence, as the transports deliver it. `lossShare` counts in bursts of one to three packets.
 */
export function carriedFrames(pcm: Pcm, lossShare: number, random: Random): Int16Array[] {
  const packet = samplesIn(PACKET_MS);
  const rise = createResampler(LINE_HZ, RATE_HZ);
  const frames: Int16Array[] = [];
  let lost = 0;
  for (let at = 0; at + packet <= pcm.length; at += packet) {
    if (lost === 0 && random.next() < lossShare / 2) lost = random.int(1, 3);
    const isLost = lost > 0;
    if (isLost) lost--;
    const frame = rise.push(ulaw.decode(ulaw.encode(pcm.subarray(at, at + packet))));
    frames.push(isLost ? new Int16Array(FRAME_SAMPLES) : frame);
  }
  return frames;
}
