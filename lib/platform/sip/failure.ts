import { readHeader } from "./message";
import type { SipOutcome } from "./send-request";
import type { SipFailure } from "./types";

const MAX_REASON = 100;
/** The longest delay that is passed on: a day. */
const MAX_RETRY_AFTER_S = 86_400;

/** A failure of this side, without a response. */
export function localFailure(reason: string, wasSent: boolean, status = 408): SipFailure {
  return { status, reason: reason.slice(0, MAX_REASON), retryAfterS: null, wasSent };
}

/** The failure that a final response stands for. Without a response, the status is 408. */
export function failureOf({ status, message }: SipOutcome): SipFailure {
  if (!message) return localFailure(status === 503 ? "The connection was lost." : "No response.", true);
  const reason = message.startLine.split(" ").slice(2).join(" ").slice(0, MAX_REASON);
  const seconds = /^\d{1,9}/.exec(readHeader(message, "retry-after") ?? "")?.[0];
  const retryAfterS = seconds === undefined ? null : Math.min(Number(seconds), MAX_RETRY_AFTER_S);
  return { status, reason, retryAfterS, wasSent: true };
}
