import { extendSequence, timestampDifference } from "./sequence";

/** A reception report of RTCP (RFC 3550, 6.4.1), without the times of sender reports. */
export type ReceptionReport = {
  ssrc: number;
  /** Of the packets since the last report, 0 to 255 of 256. */
  fractionLost: number;
  totalLost: number;
  highestSequence: number;
  /** In units of the clock. */
  jitter: number;
};

/** Statistics of a received source. */
export type Reception = {
  add(packet: { ssrc: number; sequence: number; timestamp: number }, clockHz: number, nowMs: number): void;
  /** Ends the last report's interval; null before the first packet. */
  report(): ReceptionReport | null;
  readonly received: number;
  readonly lost: number;
  readonly jitterMs: number;
};

const MAX_LOST = 0x7f_ffff;
/** Indexes begin a cycle ahead. */
const FIRST_CYCLE = 0x1_0000;
/** A jump of the sequence by more restarts the count, as after a restart of the sender (RFC 3550, A.1). */
const MAX_DROPOUT = 3_000;

/** Counts packets, loss and jitter as in RFC 3550, A.1, A.3 and A.8. A new source continues the totals. */
export function createReception(): Reception {
  let source: number | null = null;
  let first = 0;
  let highest = 0;
  let receivedOfSource = 0;
  let received = 0;
  let lostBefore = 0;
  let lastExpected = 0;
  let lastReceived = 0;
  let transit = 0;
  let jitter = 0;
  let clock = 8_000;

  const lostOfSource = () => (source === null ? 0 : Math.max(0, highest - first + 1 - receivedOfSource));
  const restart = (ssrc: number, sequence: number) => {
    lostBefore += lostOfSource();
    source = ssrc;
    // One cycle ahead, so that packets before the first have no negative index.
    first = sequence + FIRST_CYCLE;
    highest = first;
    receivedOfSource = 0;
    lastExpected = 0;
    lastReceived = 0;
    jitter = 0;
  };
  return {
    add({ ssrc, sequence, timestamp }, clockHz, nowMs) {
      const isNew = ssrc !== source;
      if (isNew) restart(ssrc, sequence);
      const index = extendSequence(sequence, highest);
      if (Math.abs(index - highest) > MAX_DROPOUT) restart(ssrc, sequence);
      else highest = Math.max(highest, index);
      receivedOfSource++;
      received++;
      clock = clockHz;
      // Modulo 2^32, as the timestamps are.
      const arrival = Math.round((nowMs * clockHz) / 1_000) % 0x1_0000_0000;
      const nextTransit = timestampDifference(arrival, timestamp);
      if (receivedOfSource > 1) {
        const difference = Math.abs(timestampDifference(nextTransit, transit));
        // A sender that pauses or restarts its clock is not jitter.
        if (difference < clockHz) jitter += (difference - jitter) / 16;
      }
      transit = nextTransit;
    },
    report() {
      if (source === null) return null;
      const expected = highest - first + 1;
      const expectedNow = expected - lastExpected;
      const lostNow = expectedNow - (receivedOfSource - lastReceived);
      lastExpected = expected;
      lastReceived = receivedOfSource;
      const fractionLost =
        expectedNow <= 0 || lostNow <= 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow));
      return {
        ssrc: source,
        fractionLost,
        totalLost: Math.min(MAX_LOST, lostOfSource()),
        highestSequence: (highest - FIRST_CYCLE) % 0x1_0000_0000,
        jitter: Math.round(jitter),
      };
    },
    get received() {
      return received;
    },
    get lost() {
      return lostBefore + lostOfSource();
    },
    get jitterMs() {
      return (jitter / clock) * 1_000;
    },
  };
}
