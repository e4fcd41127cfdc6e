import { env } from "@/lib/platform/env";
import { createLagGate } from "./lag-gate";

/** Calls at once without a setting, if the lag allows: far above the capacity of a processor, to bound memory. */
const MAX_CALLS = 500;
/** Interval of a timer whose delay shows how late this process handles its sockets. */
const PROBE_MS = 100;

type Options = {
  /** Replaces the measured lag. */
  maxCalls?: number | undefined;
  nowMs?: () => number;
};

export type Admission = {
  /** Whether a further call would be accepted. */
  accepts(openCalls: number): boolean;
  /** Whether a call in progress would be accepted whose stream broke: refusing it is worse than being late. */
  acceptsResumed(openCalls: number): boolean;
  maxCalls(): number;
  lagMs(): number;
  /** A frame was handled this much after it had arrived. */
  recordDelay(delayMs: number): void;
  close(): void;
};

/** Decides whether this process accepts a further call: by the setting, otherwise by the measured lag. */
export function createAdmission({
  maxCalls = env.VOICE_MAX_CALLS,
  nowMs = () => performance.now(),
}: Options = {}): Admission {
  const gate = createLagGate(nowMs);
  let lastMs = nowMs();
  const probe = setInterval(() => {
    const now = nowMs();
    gate.record(Math.max(0, now - lastMs - PROBE_MS));
    lastMs = now;
  }, PROBE_MS);
  probe.unref();
  return {
    accepts: (openCalls) =>
      openCalls < (maxCalls ?? MAX_CALLS) && (maxCalls !== undefined || openCalls === 0 || !gate.isClosed()),
    acceptsResumed: (openCalls) => openCalls < MAX_CALLS,
    maxCalls: () => maxCalls ?? MAX_CALLS,
    lagMs: gate.lagMs,
    recordDelay: gate.record,
    close: () => clearInterval(probe),
  };
}
