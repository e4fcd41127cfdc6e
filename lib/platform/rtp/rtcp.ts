import { randomBytes } from "node:crypto";
import type { Reception } from "./reception";
import { ntpMiddle, readRtcp, type SenderInfo, writeBye, writeDescription, writeReport } from "./rtcp-packet";

const NTP_UNITS_PER_MS = 65.536;
/** A longer round trip is a wrong clock of the other side. */
const MAX_ROUND_TRIP_MS = 10_000;

/** Reports of a session. */
export type Rtcp = {
  /** A compound report. `sender` is null if no packet was sent since the last. */
  writeReport(ssrc: number, sender: SenderInfo | null): Buffer;
  writeBye(ssrc: number): Buffer;
  /** Applies a packet of the other side about the source `ssrc`; false if it is malformed. */
  accept(packet: Buffer, ssrc: number): boolean;
  readonly roundTripMs: number | null;
  readonly remoteLoss: number | null;
  /** Jitter that the other side measures, in units of the clock. */
  readonly remoteJitter: number | null;
};

/** Reads and writes RTCP, and computes the round trip (RFC 3550, 6.4). */
export function createRtcp(reception: Reception): Rtcp {
  // A random name of RFC 7022, which says nothing of the host.
  const name = randomBytes(12).toString("base64url");
  let senderReport: { middle: number; atMs: number } | null = null;
  let roundTripMs: number | null = null;
  let remoteLoss: number | null = null;
  let remoteJitter: number | null = null;

  const times = (nowMs: number) =>
    senderReport === null
      ? { lastReport: 0, delay: 0 }
      : {
          lastReport: senderReport.middle,
          delay: Math.round((nowMs - senderReport.atMs) * NTP_UNITS_PER_MS) % 0x1_0000_0000,
        };
  const compose = (ssrc: number, sender: SenderInfo | null): Buffer[] => {
    const report = reception.report();
    const block = report === null ? null : { ...report, ...times(Date.now()) };
    return [writeReport(ssrc, sender, block), writeDescription(ssrc, name)];
  };
  return {
    writeReport: (ssrc, sender) => Buffer.concat(compose(ssrc, sender)),
    writeBye: (ssrc) => Buffer.concat([...compose(ssrc, null), writeBye(ssrc)]),
    accept(packet, ssrc) {
      const content = readRtcp(packet);
      if (content === null) return false;
      const nowMs = Date.now();
      if (content.senderReport !== null) senderReport = { middle: content.senderReport, atMs: nowMs };
      const block = content.blocks.find((candidate) => candidate.ssrc === ssrc);
      if (block === undefined) return true;
      remoteLoss = block.fractionLost / 256;
      remoteJitter = block.jitter;
      if (block.lastReport === 0) return true;
      const units = (ntpMiddle(nowMs) - block.lastReport - block.delay) | 0;
      const roundTrip = Math.max(0, units / NTP_UNITS_PER_MS);
      if (roundTrip <= MAX_ROUND_TRIP_MS) roundTripMs = roundTrip;
      return true;
    },
    get roundTripMs() {
      return roundTripMs;
    },
    get remoteLoss() {
      return remoteLoss;
    },
    get remoteJitter() {
      return remoteJitter;
    },
  };
}
