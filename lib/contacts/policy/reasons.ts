import { decisionReason, type ReasonOfCode } from "@/lib/platform/reasons/decisions";
import type { Reason, ReasonCode } from "./schema";

/** Reasons that block at any time. The others hold. */
const BLOCKING: ReadonlySet<ReasonCode> = new Set([
  "suppressed",
  "no_consent",
  "consent_revoked",
  "window_never_opened",
  "agent_not_live",
  "carrier_unavailable",
  "encryption_required",
]);

/** Creates a reason, with `until` if it ends at a known time. */
export const createReason = (reason: ReasonOfCode<ReasonCode>, untilMs: number | null = null): Reason => ({
  ...decisionReason(reason),
  ...(untilMs !== null && { until: new Date(untilMs).toISOString() }),
});

export const isBlocking = ({ code }: Reason): boolean => BLOCKING.has(code);
