import { type InviteUserAgentServer, type SessionDialog, TransactionState } from "sip.js/lib/core/index.js";
import { asDialog } from "./dialog-requests";
import { sdpBody } from "./reply";

/** T1 and 64 * T1 of RFC 3262 section 3, in ms. */
const FIRST_RETRANSMISSION_MS = 500;
const TOTAL_MS = 32_000;

/** Whether a provisional response can be sent: the INVITE has no final response. */
export function canRing(request: InviteUserAgentServer): boolean {
  return request.transaction.state === TransactionState.Proceeding;
}

/** Sends provisional responses to an INVITE that requires them to be acknowledged (RFC 3262). */
export class ReliableRinging {
  #sequence = Math.floor(Math.random() * 1_000_000) + 1;
  #timer: NodeJS.Timeout | undefined;
  #waiting: number | null = null;

  constructor(
    readonly request: InviteUserAgentServer,
    readonly onTimeout: () => void,
  ) {}

  /** Sends 180, or 183 with SDP, until PRACK acknowledges it. It does nothing while a response waits for its PRACK. */
  send(sdp: string | undefined): void {
    if (this.#waiting !== null) return;
    this.#sequence++;
    this.#waiting = this.#sequence;
    this.#transmit(sdp, FIRST_RETRANSMISSION_MS, Date.now() + TOTAL_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #transmit(sdp: string | undefined, delayMs: number, deadline: number): void {
    if (!canRing(this.request)) return;
    const { session } = this.request.progress({
      statusCode: sdp ? 183 : 180,
      extraHeaders: ["Require: 100rel", `RSeq: ${this.#waiting}`],
      ...(sdp ? { body: sdpBody(sdp) } : {}),
    });
    this.#receivePrack(asDialog(session));
    this.#timer = setTimeout(() => {
      if (Date.now() >= deadline) this.onTimeout();
      else this.#transmit(sdp, delayMs * 2, deadline);
    }, delayMs).unref();
  }

  #receivePrack(session: SessionDialog): void {
    session.delegate = {
      ...session.delegate,
      onPrack: (prack) => {
        // The peer's RAck is not read by the core, and a single response waits at a time.
        if (this.#waiting === null) return void prack.reject({ statusCode: 481 });
        clearTimeout(this.#timer);
        this.#waiting = null;
        prack.accept();
      },
    };
  }
}
