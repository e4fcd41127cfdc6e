import { createReorderBuffer } from "../reorder-buffer";
import type { ReorderWait } from "../reorder-wait";

/** A simulated network. Times in ms. */
export type Network = {
  /** Part of the packets that never come, 0..1. */
  loss: number;
  /** Part of the packets that take a longer path, 0..1. */
  reordered: number;
  /** Longest additional delay of the longer path. */
  detourMs: number;
};
export type Result = {
  sent: number;
  /** Packets that the network lost. */
  lost: number;
  /** Packets that came, but too late. */
  late: number;
  /** Delay that the buffer added to each packet, in order of emission. */
  delays: number[];
  /** Sequence numbers in order of emission. */
  emitted: number[];
};

const FRAME_MS = 20;

/** Sends packets of 20 ms through a network and a buffer. `random` returns numbers of 0..1. */
export function sendThroughNetwork(
  packets: number,
  network: (index: number) => Network,
  random: () => number,
  wait?: ReorderWait,
): Result {
  const arrivals: { sequence: number; atMs: number }[] = [];
  for (let sequence = 0; sequence < packets; sequence++) {
    const { loss, reordered, detourMs } = network(sequence);
    const detour = random() < reordered ? random() * detourMs : 0;
    if (random() < loss) continue;
    arrivals.push({ sequence, atMs: sequence * FRAME_MS + detour });
  }
  arrivals.sort((a, b) => a.atMs - b.atMs);
  const result: Result = {
    ...{ sent: packets, lost: packets - arrivals.length, late: 0 },
    delays: [],
    emitted: [],
  };
  let nowMs = 0;
  const buffer = createReorderBuffer<{ sequence: number; atMs: number }>((packet) => {
    result.delays.push(nowMs - packet.atMs);
    result.emitted.push(packet.sequence);
  }, wait);
  let tickMs = 0;
  const tickUntil = (untilMs: number) => {
    for (; tickMs <= untilMs; tickMs += FRAME_MS) {
      nowMs = tickMs;
      buffer.flush(nowMs);
    }
  };
  for (const arrival of arrivals) {
    tickUntil(arrival.atMs);
    nowMs = arrival.atMs;
    buffer.push(arrival.sequence & 0xffff, arrival, nowMs);
  }
  tickUntil((arrivals.at(-1)?.atMs ?? 0) + 1_000);
  result.late = arrivals.length - result.emitted.length;
  return result;
}

/** A generator of numbers of 0..1 with a fixed seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
