/**
 * Final responses with a 4xx status by which a server refuses this installation or its request, and not the called number:
 * credentials, payment, and parts of the request that it does not support (RFC 3261, 21.4).
 */
const REFUSED_REQUESTS: ReadonlySet<number> = new Set([401, 402, 403, 405, 407, 415, 420, 421]);
/** A server further on did not answer in time: it may have placed the call (RFC 3261, 21.5.5). */
const SERVER_TIMEOUT = 504;

/** The result of an INVITE that was not answered. `hasRung`: a provisional response said that the telephone rings. */
export type FailedInvite = { status: number; wasSent: boolean; hasRung: boolean; isCanceled: boolean };

/**
 * Whether a failed INVITE certainly placed no call, so that another trunk may place it: it was not sent, or a final response
 * refused it before the telephone rang. A missing response (408), a rejected answer (488) and every status that speaks for the
 * called person or blames the number end the attempt.
 */
export function isCertainlyNotPlaced({ status, wasSent, hasRung, isCanceled }: FailedInvite): boolean {
  if (isCanceled || hasRung) return false;
  if (!wasSent) return true;
  return REFUSED_REQUESTS.has(status) || (status >= 500 && status < 600 && status !== SERVER_TIMEOUT);
}
