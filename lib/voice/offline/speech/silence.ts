import { RATE_HZ } from "@/lib/platform/audio/frame";

/** Under this nothing is heard: −50 dB of full scale. */
const FLOOR = 100;
/** The remaining silence at the edges, so that soft sounds are not cut: 30 ms. */
const MARGIN_SAMPLES = (RATE_HZ * 30) / 1_000;

/** A copy without the silence at both ends; nothing, where all is silence. */
export function trimSilence(samples: Int16Array): Int16Array<ArrayBuffer> {
  let start = 0;
  let end = samples.length;
  while (start < end && Math.abs(samples[start] ?? 0) < FLOOR) start++;
  while (end > start && Math.abs(samples[end - 1] ?? 0) < FLOOR) end--;
  if (start === end) return new Int16Array(0);
  return samples.slice(Math.max(0, start - MARGIN_SAMPLES), end + MARGIN_SAMPLES) as Int16Array<ArrayBuffer>;
}

/** Between two sentences people take a breath, after a part of one less: milliseconds. */
const SENTENCE_PAUSE_MS = 350;
const CLAUSE_PAUSE_MS = 120;

/** The silence that follows a piece of speech. */
export const pauseAfter = (piece: string): Int16Array =>
  new Int16Array((RATE_HZ * (/[.!?…]["')]*$/.test(piece) ? SENTENCE_PAUSE_MS : CLAUSE_PAUSE_MS)) / 1_000);
