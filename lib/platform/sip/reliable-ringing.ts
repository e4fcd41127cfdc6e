import { type InviteUserAgentServer, type SessionDialog, TransactionState } from "sip.js/lib/core/index.js";
import type { SipContext } from "./context";
import { asDialog } from "./dialog-requests";
import { readHeader } from "./message";
import { sdpBody } from "./reply";

/** T1 and 64 * T1 of RFC 3262 section 3, in ms. */
const FIRST_RETRANSMISSION_MS = 500;
const TOTAL_MS = 32_000;
const RACK = /^(\d{1,10})[ \t]{1,10}(\d{1,10})[ \t]{1,10}([A-Z]{1,20})$/;

/** Whether a provisional response can be sent: the INVITE has no final response. */
export function canRing(request: InviteUserAgentServer): boolean {
  return request.transaction.state === TransactionState.Proceeding;
}

/** Parses a RAck value such as `776656 1 INVITE` (RFC 3262 section 7.2); null if it is malformed. */
function parseRack(value: string): { sequence: number; cseq: number; method: string } | null {
  const [, sequence, cseq, method = ""] = RACK.exec(value) ?? [];
  return sequence === undefined ? null : { sequence: Number(sequence), cseq: Number(cseq), method };
}

/** Sends provisional responses to an INVITE that requires them to be acknowledged (RFC 3262). */
export class ReliableRinging {
  #sequence = Math.floor(Math.random() * 1_000_000) + 1;
  #timer: NodeJS.Timeout | undefined;
  #waiting: number | null = null;

  constructor(
    readonly context: Pick<SipContext, "received">,
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

  /** Whether a RAck names the response that waits: its RSeq, and the CSeq and method of the INVITE (RFC 3262 section 3). */
  #isAcknowledged(rack: ReturnType<typeof parseRack>): boolean {
    return (
      rack?.sequence === this.#waiting && rack.cseq === this.request.message.cseq && rack.method === "INVITE"
    );
  }

  #receivePrack(session: SessionDialog): void {
    session.delegate = {
      ...session.delegate,
      onPrack: (prack) => {
        const received = this.context.received.get(prack.message)?.message;
        const acknowledged = parseRack((received && readHeader(received, "rack")) ?? "");
        if (this.#waiting === null || !this.#isAcknowledged(acknowledged))
          return void prack.reject({ statusCode: 481 });
        clearTimeout(this.#timer);
        this.#waiting = null;
        prack.accept();
      },
    };
  }
}
