import { setTimeout as pause } from "node:timers/promises";
import { retryAfterMs } from "@/lib/agents/models";
import { EgressError, isTlsFailure } from "@/lib/platform/egress";
import type { HttpTool } from "./schema";

/** Pause before the first retry; twice as long before the second. A load balancer needs about this to drop a server. */
const FIRST_PAUSE_MS = 250;
/** Longest pause that `Retry-After` can request: a caller does not wait longer in silence. */
const MAX_RETRY_AFTER_MS = 5_000;
/** Least time that must remain for a retry, so that it can succeed. */
export const MIN_ATTEMPT_MS = 100;
/** Too many requests, and failures of a gateway (RFC 6585, section 4; RFC 9110, sections 15.6.3 to 15.6.5). */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** RFC 9110, section 9.2.2. */
const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** The time and retries that a tool call has left. `requests` counts the requests sent to the service. */
export type Allowance = {
  remainingMs(): number;
  retriesLeft: number;
  requests: number;
  signal: AbortSignal | undefined;
};

/** Returns the allowance of one call of a tool, whose time starts now. */
export function createAllowance(
  { request, retries, timeout_ms }: Pick<HttpTool, "request" | "retries" | "timeout_ms">,
  signal: AbortSignal | undefined,
): Allowance {
  const startedAt = performance.now();
  const isIdempotent = retries.idempotency !== "method" || IDEMPOTENT_METHODS.has(request.method);
  return {
    remainingMs: () => Math.max(1, Math.floor(timeout_ms - (performance.now() - startedAt))),
    retriesLeft: isIdempotent ? retries.max : 0,
    requests: 0,
    signal,
  };
}

type Outcome = { response: Response } | { error: unknown };

/** Returns the pause before a retry of this outcome, or null if a retry cannot help. */
function pauseAfter(outcome: Outcome, usualMs: number): number | null {
  if ("error" in outcome) {
    const { error } = outcome;
    return error instanceof EgressError && error.code === "network" && !isTlsFailure(error) ? usualMs : null;
  }
  const { status, headers } = outcome.response;
  if (!RETRIED_STATUSES.has(status)) return null;
  const requestedMs = retryAfterMs(headers, Date.now());
  if (requestedMs === undefined) return usualMs;
  return requestedMs <= MAX_RETRY_AFTER_MS ? requestedMs : null;
}

/**
 * Sends a request, and again after failures that a retry can solve. No retry starts that would not fit into the time
 * limit. Throws the error of the last request.
 */
export async function sendWithRetries(
  allowance: Allowance,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    allowance.requests++;
    const outcome = await send().then(
      (response): Outcome => ({ response }),
      (error: unknown): Outcome => ({ error }),
    );
    const waitMs = allowance.retriesLeft === 0 ? null : pauseAfter(outcome, pauseMs);
    if (waitMs === null || waitMs + MIN_ATTEMPT_MS > allowance.remainingMs()) {
      if ("error" in outcome) throw outcome.error;
      return outcome.response;
    }
    allowance.retriesLeft--;
    await pause(waitMs, undefined, { signal: allowance.signal });
  }
}
