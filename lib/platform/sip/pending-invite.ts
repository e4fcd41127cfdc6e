import type { InviteUserAgentServer } from "sip.js/lib/core/index.js";
import { SipConnectError } from "./connect";
import type { SipConnection } from "./connection";
import type { ReceivedMessage, SipContext } from "./context";
import { ManagedDialog } from "./dialog";
import { asDialog } from "./dialog-requests";
import { hasToken } from "./message";
import { canRing, ReliableRinging } from "./reliable-ringing";
import { sdpBody } from "./reply";
import { answerSession } from "./session-timer";
import type { RejectOptions, SipDialog, SipDialogHandlers } from "./types";
import { waitForAck } from "./wait-for-ack";
import { listVias, readSentBy } from "./wire";

/** A caller whose connections keep closing has hung up. */
const MAX_REOPENINGS = 3;

/** An INVITE of a peer until its final response. */
export class PendingInvite {
  readonly abort = new AbortController();
  readonly #ringing: ReliableRinging | null;
  readonly #onConnectionClosed = () => void this.#reconnect();
  #isSettled = false;
  #reopenings = 0;
  /** That of the INVITE, or the one that replaced it. */
  #connection: SipConnection;

  constructor(
    readonly context: SipContext,
    readonly request: InviteUserAgentServer,
    readonly received: ReceivedMessage,
  ) {
    const { message, connection } = received;
    this.#ringing = hasToken(message, "require", "100rel")
      ? new ReliableRinging(context, request, () => this.reject(504))
      : null;
    this.#connection = connection;
    context.pendingInvites.add(request.message.callId);
    connection.closeListeners.add(this.#onConnectionClosed);
    request.delegate = {
      onCancel: () => {
        this.reject(487);
        this.abort.abort();
      },
    };
  }

  /** Ends the wait for an answer. False if it has ended before. */
  settle(isAnswered = false): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#ringing?.stop();
    this.context.pendingInvites.delete(this.request.message.callId);
    this.#connection.closeListeners.delete(this.#onConnectionClosed);
    if (!isAnswered) this.context.transport.releaseRoute(this.request.message.callId);
    if (!this.#connection.isOpen) this.abort.abort();
    return true;
  }

  /** Opens the connection of the INVITE again after it closed. A caller who cannot be reached has hung up. */
  async #reconnect(): Promise<void> {
    const { connection, message } = this.received;
    if (this.#reopenings++ >= MAX_REOPENINGS) return this.reject(480);
    const [via = ""] = listVias(message);
    try {
      const reopened = await this.context.connections.reopen(connection.id, readSentBy(via));
      if (this.#isSettled) return;
      this.#connection = reopened;
      reopened.closeListeners.add(this.#onConnectionClosed);
    } catch (error) {
      if (!(error instanceof SipConnectError)) throw error;
      // The core never ends a transaction without a final response. This one reaches no peer.
      this.reject(480);
    }
  }

  ring(sdp?: string): void {
    if (this.#isSettled || !canRing(this.request)) return;
    if (this.#ringing) this.#ringing.send(sdp);
    else this.request.progress({ statusCode: sdp ? 183 : 180, ...(sdp ? { body: sdpBody(sdp) } : {}) });
  }

  reject(status: number, { retryAfterS, contact, reason }: RejectOptions = {}): void {
    if (!this.settle()) return;
    const retry = retryAfterS === undefined ? [] : [`Retry-After: ${Math.ceil(retryAfterS)}`];
    const target = contact && !/[\r\n<>]/.test(contact) ? [`Contact: <${contact}>`] : [];
    if (status >= 300 && status < 400)
      this.request.redirect([], { statusCode: status, extraHeaders: [...retry, ...target] });
    else {
      const phrase = reason !== undefined && /^[A-Za-z ]{1,50}$/.test(reason) ? { reasonPhrase: reason } : {};
      this.request.reject({ statusCode: status, ...phrase, extraHeaders: [...retry, ...target] });
    }
  }

  async accept(sdp: string, handlers: SipDialogHandlers) {
    const timer = answerSession(this.received.message, this.context.limits);
    if (this.#isSettled || "tooSmall" in timer || !this.settle(true)) return null;
    const { session: created } = this.request.accept({
      statusCode: 200,
      body: sdpBody(sdp),
      extraHeaders: timer.headers,
    });
    const session = asDialog(created);
    const accepted = await waitForAck(this.context, session, (): SipDialog => {
      const peer = this.received.message;
      const options = { session, handlers, peer, localSdp: sdp, interval: timer.interval };
      return new ManagedDialog(this.context, { ...options, trunk: null, isCaller: false });
    });
    if (!accepted) this.context.transport.releaseRoute(session.callId);
    return accepted;
  }
}
