import { env } from "@/lib/platform/env";
import { createLagGate, TRANSCRIPTION_LAG } from "./lag-gate";
import { estimateMaxCalls } from "./self-test";

/** Answered outbound calls are accepted beyond the limit by this factor: the load balancer may choose a full gateway. */
const RESERVED_FACTOR = 1.1;
/** Calls in progress whose stream broke are accepted beyond the limit by this number, to bound memory. */
const MORE_RESUMED_CALLS = 500;
/** Interval of a timer whose delay shows how late this process handles its sockets. */
const PROBE_MS = 100;

type Options = {
  /** Replaces the self-test and the measured lag. */
  maxCalls?: number | undefined;
  /** The result of the self-test. */
  estimatedCalls?: () => number;
  nowMs?: () => number;
};

/**
 * `new`: an inbound or a browser's call. `reserved`: an outbound call that a person has answered, `resumed`: a call in
 * progress whose stream broke; to refuse these is worse than to be late.
 */
export type CallKind = "new" | "reserved" | "resumed";

export type Admission = {
  /** How many further calls would be accepted now. */
  freeCalls(openCalls: number): number;
  /** Whether a further call would be accepted. */
  accepts(kind: CallKind, openCalls: number): boolean;
  maxCalls(): number;
  lagMs(): number;
  /** A frame was handled this much after it had arrived. */
  recordDelay(delayMs: number): void;
  /** The built-in transcriber had the words this much after the end of speech. */
  recordTranscription(delayMs: number): void;
  close(): void;
};

/**
 * Decides how many calls this process accepts: by VOICE_MAX_CALLS; otherwise by a self-test at its start, by the measured lag
 * of its frames, and by that of the built-in transcriber.
 */
export function createAdmission({
  maxCalls = env.VOICE_MAX_CALLS,
  estimatedCalls = estimateMaxCalls,
  nowMs = () => performance.now(),
}: Options = {}): Admission {
  const limit = maxCalls ?? estimatedCalls();
  const gate = createLagGate(nowMs);
  const transcription = createLagGate(nowMs, TRANSCRIPTION_LAG);
  let lastMs = nowMs();
  const probe = setInterval(() => {
    const now = nowMs();
    gate.record(Math.max(0, now - lastMs - PROBE_MS));
    lastMs = now;
  }, PROBE_MS);
  probe.unref();
  const freeCalls = (openCalls: number): number => {
    // If other work makes the machine late, refusing the first call would not help.
    if (maxCalls === undefined && (gate.isClosed() || transcription.isClosed()))
      return openCalls === 0 ? 1 : 0;
    return Math.max(0, limit - openCalls);
  };
  const accepting: Record<CallKind, (openCalls: number) => boolean> = {
    new: (openCalls) => freeCalls(openCalls) > 0,
    reserved: (openCalls) => openCalls < Math.floor(limit * RESERVED_FACTOR),
    resumed: (openCalls) => openCalls < limit + MORE_RESUMED_CALLS,
  };
  return {
    freeCalls,
    accepts: (kind, openCalls) => accepting[kind](openCalls),
    maxCalls: () => limit,
    lagMs: gate.lagMs,
    recordDelay: gate.record,
    recordTranscription: transcription.record,
    close: () => clearInterval(probe),
  };
}
