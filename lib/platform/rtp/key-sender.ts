/** Key events by number (RFC 4733, 3.2). */
const KEYS = "0123456789*#ABCD";
/** A press lasts 100 ms, and the next begins 60 ms behind it at the earliest. */
const PRESS_TICKS = 5;
const PAUSE_TICKS = 3;
/** The last packet is sent three times, as it may be lost (RFC 4733, 2.5.1.4). */
const END_PACKETS = 3;
/** −10 dBm0. */
const VOLUME = 10;
const END_BIT = 0x80;
const MAX_QUEUED = 64;

/** Packets of one tick of 20 ms: payloads with the marker and the timestamp of their press. */
export type KeyPackets = { payloads: Uint8Array[]; marker: boolean; timestamp: number };

/** Sends presses as key events, one after another. */
export type KeySender = {
  /** Queues a press; false if it is no key, or 64 wait. */
  press(key: string): boolean;
  /** The packets of this tick: null if audio is to be sent, and none within the pause between presses. */
  next(timestamp: number, clockHz: number): KeyPackets | null;
};

function writeEvent(event: number, isEnd: boolean, duration: number): Uint8Array {
  return Uint8Array.of(event, (isEnd ? END_BIT : 0) | VOLUME, duration >> 8, duration & 0xff);
}

export function createKeySender(): KeySender {
  const queue: number[] = [];
  let event: number | null = null;
  let tick = 0;
  let start = 0;
  return {
    press(key) {
      const number = key.length === 1 ? KEYS.indexOf(key) : -1;
      if (number === -1 || queue.length >= MAX_QUEUED) return false;
      queue.push(number);
      return true;
    },
    next(timestamp, clockHz) {
      if (event === null) {
        event = queue.shift() ?? null;
        if (event === null) return null;
        tick = 0;
        start = timestamp;
      }
      tick++;
      if (tick > PRESS_TICKS + PAUSE_TICKS) {
        event = null;
        return this.next(timestamp, clockHz);
      }
      if (tick > PRESS_TICKS) return { payloads: [], marker: false, timestamp: start };
      const isEnd = tick === PRESS_TICKS;
      const payload = writeEvent(event, isEnd, (tick * clockHz) / 50);
      const payloads = Array.from({ length: isEnd ? END_PACKETS : 1 }, () => payload);
      return { payloads, marker: tick === 1, timestamp: start };
    },
  };
}
