import { createReorderWait, type ReorderWait } from "./reorder-wait";
import { extendSequence } from "./sequence";

/** Packets that wait at most: the longest wait of packets of 10 ms, and some more. */
const MAX_WAITING = 24;
/** Skipped packets whose lateness is measured if they come. */
const MAX_SKIPPED = 64;
/** A jump of the sequence by more is a restart of the sender. */
const MAX_JUMP = 1_000;

/** A packet in its place; `lost` packets before it never came. */
export type Ordered<T> = (packet: T, lost: number) => void;

/** Orders the packets of a source. */
export type ReorderBuffer<T> = {
  push(sequence: number, packet: T, nowMs: number): void;
  /** Emits packets that have waited long enough for a missing one. */
  flush(nowMs: number): void;
  /** Discards packets that wait, and begins with the next one. */
  reset(): void;
};

/**
 * Emits packets in order of their sequence numbers. Without a gap it adds no delay; behind a gap, packets wait for a time that
 * adapts to the network. Duplicates and late packets are dropped.
 */
export function createReorderBuffer<T>(
  emit: Ordered<T>,
  wait: ReorderWait = createReorderWait(),
): ReorderBuffer<T> {
  const waiting = new Map<number, { packet: T; atMs: number }>();
  /** When the first packet behind a skipped one came, by the index of the skipped one. */
  const skipped = new Map<number, number>();
  let next: number | null = null;

  const drain = () => {
    for (let entry = next === null ? undefined : waiting.get(next); entry !== undefined; ) {
      waiting.delete(next as number);
      next = (next as number) + 1;
      emit(entry.packet, 0);
      entry = waiting.get(next);
    }
  };
  const skip = () => {
    const first = Math.min(...waiting.keys());
    const entry = waiting.get(first);
    if (entry === undefined) return;
    const lost = first - (next ?? first);
    for (let index = Math.max(first - lost, first - MAX_SKIPPED); index < first; index++) {
      skipped.set(index, entry.atMs);
      const [oldest] = skipped.keys();
      if (skipped.size > MAX_SKIPPED && oldest !== undefined) skipped.delete(oldest);
    }
    waiting.delete(first);
    next = first + 1;
    emit(entry.packet, lost);
    drain();
  };
  const reset = () => {
    waiting.clear();
    skipped.clear();
    next = null;
  };
  const observeExpected = (nowMs: number) => {
    const [behind] = waiting.values();
    if (behind === undefined) wait.observeOrdered();
    else wait.observeLate(nowMs - behind.atMs);
  };
  const observeSkipped = (index: number, nowMs: number) => {
    const behindMs = skipped.get(index);
    if (behindMs === undefined) return;
    skipped.delete(index);
    wait.observeLate(nowMs - behindMs);
  };
  return {
    push(sequence, packet, nowMs) {
      const expected: number | null = next;
      const index = expected === null ? sequence + 0x1_0000 : extendSequence(sequence, expected);
      const isRestart = expected !== null && Math.abs(index - expected) > MAX_JUMP;
      if (isRestart) reset();
      if (isRestart || expected === null) {
        next = sequence + 0x1_0000 + 1;
        emit(packet, 0);
        return;
      }
      if (index < expected) observeSkipped(index, nowMs);
      if (index < expected || waiting.has(index)) return;
      if (index === expected) {
        next = expected + 1;
        observeExpected(nowMs);
        emit(packet, 0);
        drain();
        return;
      }
      waiting.set(index, { packet, atMs: nowMs });
      if (waiting.size > MAX_WAITING) skip();
    },
    flush(nowMs) {
      while (waiting.size > 0) {
        // In the order of arrival, so that no packet waits longer than the wait.
        const [oldest] = waiting.values();
        if (oldest === undefined || nowMs - oldest.atMs < wait.ms) return;
        skip();
      }
    },
    reset,
  };
}
