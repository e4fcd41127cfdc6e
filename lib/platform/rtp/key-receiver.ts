import { timestampDifference } from "./sequence";

/** Keys by event number (RFC 4733, 3.2). */
const KEYS = "0123456789*#ABCD";
const EVENT_BYTES = 4;

/** Recognizes presses in the packets of key events. */
export type KeyReceiver = {
  /** The key of a new press; null for further packets of a press, and for other events. */
  accept(payload: Uint8Array, packet: { timestamp: number; marker: boolean; ssrc: number }): string | null;
};

/**
 * A press has one timestamp in all its packets, also in the repeated last one (RFC 4733, 2.5.1). Long presses continue
 * with a new timestamp, and some devices change it in each packet: until the last packet it is the same press.
 */
export function createKeyReceiver(): KeyReceiver {
  let current: { ssrc: number; timestamp: number; key: string; hasEnded: boolean } | null = null;
  return {
    accept(payload, { timestamp, marker, ssrc }) {
      if (payload.length < EVENT_BYTES) return null;
      const key = KEYS[payload[0] as number];
      if (key === undefined) return null;
      const isEnd = ((payload[1] as number) & 0x80) !== 0;
      const previous = current?.ssrc === ssrc ? current : null;
      const isLate = previous !== null && timestampDifference(timestamp, previous.timestamp) < 0;
      if (isLate) return null;
      const isSameEvent = previous?.timestamp === timestamp;
      const isContinued = previous !== null && !previous.hasEnded && !marker && previous.key === key;
      const hasEnded = isEnd || (isSameEvent && previous.hasEnded);
      current = { ssrc, timestamp, key, hasEnded };
      return isSameEvent || isContinued ? null : key;
    },
  };
}
