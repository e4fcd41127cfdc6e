import { hasToken, readHeader, readParameter, type SipMessage } from "./message";

/** The longest interval that is accepted; setTimeout has a limit of 24 days. */
const MAX_SESSION_S = 86_400;

/** A negotiated session timer (RFC 4028). */
export type SessionInterval = { seconds: number; isRefresher: boolean };

function readSeconds(value: string | null): number | null {
  const match = /^(\d{1,9})(?:\s*;|\s*$)/.exec(value ?? "");
  return match ? Math.min(Number(match[1]), MAX_SESSION_S) : null;
}

/** The Min-SE of a message in seconds, or null. */
export function readMinSe(message: SipMessage): number | null {
  return readSeconds(readHeader(message, "min-se"));
}

/** The headers of a request that proposes an interval, whose sender refreshes the session. */
export function proposeSession(seconds: number, minSeconds: number): string[] {
  return [`Session-Expires: ${seconds};refresher=uac`, `Min-SE: ${minSeconds}`];
}

/** The interval that a 2xx response confirms for the sender of the request, or null for none. */
export function readConfirmedSession(response: SipMessage): SessionInterval | null {
  const value = readHeader(response, "session-expires");
  const seconds = readSeconds(value);
  if (value === null || seconds === null) return null;
  return { seconds, isRefresher: readParameter(value, "refresher") !== "uas" };
}

/**
 * The answer to the session timer of a request: the headers of the 2xx and the interval, or the smallest interval if the
 * request must be refused with 422.
 */
export function answerSession(
  request: SipMessage,
  limits: { sessionExpiresS: number; minSessionS: number },
): { headers: string[]; interval: SessionInterval | null } | { tooSmall: number } {
  const value = readHeader(request, "session-expires");
  const requested = readSeconds(value);
  const hasSupport = hasToken(request, "supported", "timer");
  if (requested !== null && requested < limits.minSessionS && hasSupport)
    return { tooSmall: limits.minSessionS };
  if (requested === null && !hasSupport) return { headers: [], interval: null };
  const seconds = Math.max(requested ?? limits.sessionExpiresS, readMinSe(request) ?? 0, limits.minSessionS);
  const refresher = value === null ? null : readParameter(value, "refresher");
  // A peer without support cannot refresh. A request without an interval leaves the refresh to this side.
  const isRefresher = !hasSupport || requested === null || refresher === "uas";
  const headers = [`Session-Expires: ${seconds};refresher=${isRefresher ? "uas" : "uac"}`];
  if (!isRefresher) headers.push("Require: timer");
  return { headers, interval: { seconds, isRefresher } };
}

/** Refreshes a session at half of its interval, or ends it if the peer does not refresh it in time. */
export class SessionTimer {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly refresh: () => Promise<void>,
    readonly onExpired: () => void,
  ) {}

  /** Starts the interval again: the session was refreshed. Null ends the supervision. */
  restart(interval: SessionInterval | null): void {
    clearTimeout(this.#timer);
    if (!interval) return;
    const { seconds, isRefresher } = interval;
    if (isRefresher) {
      this.#timer = setTimeout(() => void this.refresh(), (seconds / 2) * 1_000).unref();
    } else {
      // RFC 4028 section 10: before the expiry by 32 s or a third of the interval.
      const margin = Math.min(32, seconds / 3);
      this.#timer = setTimeout(() => this.onExpired(), (seconds - margin) * 1_000).unref();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
