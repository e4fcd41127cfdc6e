import type { SessionDialog } from "sip.js/lib/core/index.js";
import type { SipContext } from "./context";
import type { DigestAccount } from "./digest-client";
import { hasToken, type SipMessage } from "./message";
import { CONTACT, sendReinvite } from "./reinvite";
import { type SipOutcome, sendInDialog } from "./send-request";
import { proposeSession, readConfirmedSession, type SessionInterval, SessionTimer } from "./session-timer";

type Peer = { session: SessionDialog; account: DigestAccount | null; isCaller: boolean };
type Options = {
  /** The peer's INVITE or 2xx: its Allow. */
  peer: SipMessage;
  interval: SessionInterval | null;
  /** The SDP that was sent last. */
  localSdp: string;
  /** The peer does not refresh the session, or has no such dialog. */
  onLost(): void;
};

/** Statuses of a request that mean that the peer has no such dialog (RFC 5057). */
const DEAD_STATUSES = new Set([404, 408, 410, 416, 480, 481, 482, 483, 484, 485, 502, 503, 604]);

/** The session timer of a dialog (RFC 4028), and the requests that refresh it: UPDATE, or re-INVITE. */
export class SessionRefresher {
  localSdp: string;
  readonly #timer: SessionTimer;
  #interval: SessionInterval | null;
  #peerHasUpdate: boolean;
  #isStopped = false;

  constructor(
    readonly context: SipContext,
    readonly peer: Peer,
    readonly options: Options,
  ) {
    this.localSdp = options.localSdp;
    this.#interval = options.interval;
    this.#peerHasUpdate = hasToken(options.peer, "allow", "UPDATE");
    this.#timer = new SessionTimer(
      () => this.#refresh(),
      () => options.onLost(),
    );
    this.#timer.restart(options.interval);
  }

  /** Starts the interval again. A request that refreshed the session without a timer ends its supervision (RFC 4028 section 7.2). */
  restart(interval: SessionInterval | null): void {
    this.#interval = interval;
    this.#timer.restart(this.#isStopped ? null : interval);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  /** Sends a re-INVITE, which refreshes the session too. */
  async reinvite(sdp: string): Promise<SipOutcome> {
    const outcome = await sendReinvite(this.context, this.peer, sdp, this.#headers());
    if (outcome.message && outcome.status < 300) this.restart(readConfirmedSession(outcome.message));
    if (outcome.status === 481 || outcome.status === 408) this.options.onLost();
    return outcome;
  }

  #headers(): string[] {
    return this.#interval ? proposeSession(this.#interval.seconds, this.context.limits.minSessionS) : [];
  }

  async #refresh(): Promise<void> {
    const { session, account } = this.peer;
    const outcome = this.#peerHasUpdate
      ? await sendInDialog(this.context, session, account, "UPDATE", {
          headers: [CONTACT, ...this.#headers()],
        })
      : await this.reinvite(this.localSdp);
    if (this.#isStopped) return;
    if (outcome.message && outcome.status < 300) {
      this.restart(readConfirmedSession(outcome.message) ?? this.#interval);
      return;
    }
    if (this.#peerHasUpdate && (outcome.status === 405 || outcome.status === 501)) {
      this.#peerHasUpdate = false;
      return this.#refresh();
    }
    if (DEAD_STATUSES.has(outcome.status)) this.options.onLost();
    else this.#timer.restart(this.#interval && { ...this.#interval, isRefresher: false });
  }
}
