import { extendSequence } from "./sequence";

/** Time that a packet waits for one before it, as long as the listener of Twilio's media waits. */
const MAX_WAIT_MS = 60;
/** Packets that wait at most, for packets of 10 ms. */
const MAX_WAITING = 6;
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
 * Emits packets in order of their sequence numbers. Without a gap it adds no delay; behind a gap, packets wait for up to
 * 60 ms. Duplicates and late packets are dropped.
 */
export function createReorderBuffer<T>(emit: Ordered<T>): ReorderBuffer<T> {
  const waiting = new Map<number, { packet: T; atMs: number }>();
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
    waiting.delete(first);
    next = first + 1;
    emit(entry.packet, lost);
    drain();
  };
  const reset = () => {
    waiting.clear();
    next = null;
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
      if (index < expected || waiting.has(index)) return;
      if (index === expected) {
        next = expected + 1;
        emit(packet, 0);
        drain();
        return;
      }
      waiting.set(index, { packet, atMs: nowMs });
      if (waiting.size > MAX_WAITING) skip();
    },
    flush(nowMs) {
      while (waiting.size > 0) {
        const first = waiting.get(Math.min(...waiting.keys()));
        if (first === undefined || nowMs - first.atMs < MAX_WAIT_MS) return;
        skip();
      }
    },
    reset,
  };
}
