import type { IncomingResponse, OutgoingInviteRequest, Session } from "sip.js/lib/core/index.js";
import type { SipConnection } from "./connection";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { ManagedDialog } from "./dialog";
import { asDialog } from "./dialog-requests";
import { failureOf, localFailure } from "./failure";
import { InviteAttempts } from "./invite-attempts";
import { hasToken, readHeader, type SipMessage } from "./message";
import { followContact } from "./reinvite";
import { extractSdp } from "./sdp-body";
import { accountOf, readOutcome, sendInDialog } from "./send-request";
import { readConfirmedSession } from "./session-timer";
import type { InviteResult, OutgoingInvite, SipTrunk } from "./types";

/** How long the final response after a CANCEL is awaited. A later 200 is ended by BYE. */
const CANCEL_WAIT_MS = 5_000;

/** An INVITE of Parley until its result. */
export class OutgoingCall {
  readonly #callId = `${createTag()}@parley`;
  readonly #result: Promise<InviteResult>;
  #resolve: (result: InviteResult) => void = () => {};
  #isSettled = false;
  #canceled: { status: number; reason: string } | null = null;
  #request: OutgoingInviteRequest | null = null;
  #earlySdp: string | null = null;
  readonly #attempts: InviteAttempts;

  constructor(
    readonly context: SipContext,
    readonly trunk: SipTrunk,
    readonly invite: OutgoingInvite,
    readonly connection: SipConnection,
  ) {
    this.#attempts = new InviteAttempts(context, trunk, invite, this.#callId);
    this.#result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  async place(): Promise<InviteResult> {
    const { signal, ringMs } = this.invite;
    const onAbort = () => this.#cancel({ status: 487, reason: "The call was canceled." });
    const onClosed = () => this.#settle(localFailure("The connection was lost.", true));
    const timer = setTimeout(() => this.#cancel({ status: 408, reason: "No answer." }), ringMs);
    signal.addEventListener("abort", onAbort, { once: true });
    this.connection.closeListeners.add(onClosed);
    const { connection, trunk } = this;
    this.context.transport.setRoute(this.#callId, { connection, trunk, trunkId: trunk.id });
    this.invite.onCallId?.(this.#callId);
    this.#send();
    try {
      return await this.#result;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      connection.closeListeners.delete(onClosed);
    }
  }

  #settle(result: InviteResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (!("dialog" in result)) this.context.transport.releaseRoute(this.#callId);
    this.#resolve(result);
  }

  #cancel(reason: { status: number; reason: string }): void {
    if (this.#isSettled || this.#canceled) return;
    this.#canceled = reason;
    this.#request?.cancel();
    setTimeout(() => this.#settle(localFailure(reason.reason, true, reason.status)), CANCEL_WAIT_MS).unref();
  }

  #send(): void {
    const message = this.#attempts.build();
    const uri = message.ruri.toRaw();
    this.#request = this.context.core.invite(message, {
      onProgress: (response) => {
        followContact(asDialog(response.session), response.message.parseHeader("contact"));
        const received = this.context.received.get(response.message)?.message;
        if (received) this.#receiveProgress(received, response.prack);
      },
      onAccept: (response) => {
        response.ack();
        followContact(asDialog(response.session), response.message.parseHeader("contact"));
        this.#receiveAnswer(response, response.session);
      },
      onRedirect: (response) => this.#receiveFailure(response, uri),
      onReject: (response) => this.#receiveFailure(response, uri),
    });
  }

  #receiveProgress(response: SipMessage, prack: (options: { extraHeaders: string[] }) => unknown): void {
    if (hasToken(response, "require", "100rel")) {
      const rack = `${readHeader(response, "rseq") ?? ""} ${readHeader(response, "cseq") ?? ""}`;
      prack({ extraHeaders: [`RAck: ${rack}`] });
    }
    if (this.#isSettled || this.#canceled) return;
    const sdp = extractSdp(response);
    if (sdp) {
      this.#earlySdp = sdp;
      this.invite.onEarlyMedia?.(sdp);
    } else if (/^SIP\/2\.0 18[0-3]/.test(response.startLine)) this.invite.onRinging?.();
  }

  #receiveAnswer(response: IncomingResponse, session: Session): void {
    const message = this.context.received.get(response.message)?.message;
    // A reliable provisional response may have had the answer; the 2xx needs none then (RFC 3262 section 5).
    const sdp = message ? (extractSdp(message) ?? this.#earlySdp) : null;
    if (this.#isSettled || this.#canceled || !message || !sdp) {
      this.#hangUp(session, sdp !== null);
      return;
    }
    const dialog = new ManagedDialog(this.context, {
      session: asDialog(session),
      trunk: this.trunk,
      handlers: this.invite.handlers,
      localSdp: this.invite.sdp,
      peer: message,
      isCaller: true,
      interval: readConfirmedSession(message),
    });
    this.#settle({ dialog, sdp });
  }

  /** Ends an answer that came too late, has no SDP, or is the second of a forked INVITE. */
  #hangUp(session: Session, hasAnswer: boolean): void {
    void sendInDialog(this.context, asDialog(session), accountOf(this.trunk), "BYE");
    asDialog(session).dispose();
    if (this.#canceled) this.#settle(localFailure(this.#canceled.reason, true, this.#canceled.status));
    else if (!hasAnswer) this.#settle(localFailure("The answer has no SDP.", true, 488));
  }

  #receiveFailure(response: IncomingResponse, uri: string): void {
    const outcome = readOutcome(this.context, response);
    if (this.#canceled) this.#settle(localFailure(this.#canceled.reason, true, this.#canceled.status));
    else if (outcome.message && !this.#isSettled && this.#attempts.adapt(outcome.message, uri)) this.#send();
    else this.#settle(failureOf(outcome));
  }
}
