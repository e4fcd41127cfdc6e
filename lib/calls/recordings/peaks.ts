import { CHANNELS, FRAME_BYTES, FRAME_MS } from "./audio-format";

/** Maximum bars of a waveform. A longer recording has longer bars. */
const MAX_BARS = 2_000;
const FULL = 32_768;

/** The loudest sample per bar and channel, 0 to 1. */
export type Peaks = { interval_ms: number; caller: number[]; agent: number[] };

const round = (value: number): number => Math.round((value / FULL) * 1_000) / 1_000;

/** Reads frames as they pass. `finish` merges neighboring bars until their number is within the maximum. */
export function createPeakMeter() {
  const caller: number[] = [];
  const agent: number[] = [];
  const joined = (all: readonly number[], each: number): number[] => {
    const bars: number[] = [];
    for (let i = 0; i < all.length; i += each) bars.push(round(Math.max(...all.slice(i, i + each))));
    return bars;
  };
  return {
    push(pcm: Buffer): void {
      for (let at = 0; at + FRAME_BYTES <= pcm.length; at += FRAME_BYTES) {
        const loudest: [number, number] = [0, 0];
        for (let i = at; i < at + FRAME_BYTES; i += 2 * CHANNELS) {
          loudest[0] = Math.max(loudest[0], Math.abs(pcm.readInt16LE(i)));
          loudest[1] = Math.max(loudest[1], Math.abs(pcm.readInt16LE(i + 2)));
        }
        caller.push(loudest[0]);
        agent.push(loudest[1]);
      }
    },
    finish(): Peaks {
      const each = Math.max(1, Math.ceil(caller.length / MAX_BARS));
      return { interval_ms: each * FRAME_MS, caller: joined(caller, each), agent: joined(agent, each) };
    },
  };
}
