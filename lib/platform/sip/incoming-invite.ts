import {
  type IncomingInviteRequest,
  InviteUserAgentServer,
  type SessionDialog,
} from "sip.js/lib/core/index.js";
import { parseSipAddress, parseSipUri } from "./address";
import type { ReceivedMessage, SipContext } from "./context";
import { createTag } from "./core";
import { ManagedDialog } from "./dialog";
import { asDialog } from "./dialog-requests";
import { hasToken, readHeader, readHeaders, readRequestUri } from "./message";
import { canRing, ReliableRinging } from "./reliable-ringing";
import { sdpBody } from "./reply";
import { extractSdp } from "./sdp-body";
import { sendInDialog } from "./send-request";
import { answerSession } from "./session-timer";
import type { IncomingInvite, SipDialog, SipDialogHandlers } from "./types";

const MAX_HEADER_VALUES = 10;
const MAX_HEADER_LENGTH = 2_000;
const UNKNOWN_ADDRESS = { displayName: null, user: "", host: "" };

/** An INVITE of a peer until its final response. */
class PendingInvite {
  readonly abort = new AbortController();
  readonly #ringing: ReliableRinging | null;
  /** The core never ends a transaction without a final response. This one reaches no peer. */
  readonly #onConnectionClosed = () => this.reject(480);
  #isSettled = false;

  constructor(
    readonly context: SipContext,
    readonly request: InviteUserAgentServer,
    readonly received: ReceivedMessage,
  ) {
    const { message, connection } = received;
    this.#ringing = hasToken(message, "require", "100rel")
      ? new ReliableRinging(request, () => this.reject(504))
      : null;
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
    this.received.connection.closeListeners.delete(this.#onConnectionClosed);
    if (!isAnswered) this.context.transport.releaseRoute(this.request.message.callId);
    if (!this.received.connection.isOpen) this.abort.abort();
    return true;
  }

  ring(sdp?: string): void {
    if (this.#isSettled || !canRing(this.request)) return;
    if (this.#ringing) this.#ringing.send(sdp);
    else this.request.progress({ statusCode: sdp ? 183 : 180, ...(sdp ? { body: sdpBody(sdp) } : {}) });
  }

  reject(status: number, { retryAfterS, contact }: { retryAfterS?: number; contact?: string } = {}): void {
    if (!this.settle()) return;
    const retry = retryAfterS === undefined ? [] : [`Retry-After: ${Math.ceil(retryAfterS)}`];
    const target = contact && !/[\r\n<>]/.test(contact) ? [`Contact: <${contact}>`] : [];
    if (status >= 300 && status < 400)
      this.request.redirect([], { statusCode: status, extraHeaders: [...retry, ...target] });
    else this.request.reject({ statusCode: status, extraHeaders: [...retry, ...target] });
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
    const accepted = await this.#waitForAck(session, (): SipDialog => {
      const peer = this.received.message;
      const options = { session, handlers, peer, localSdp: sdp, interval: timer.interval };
      return new ManagedDialog(this.context, { ...options, trunk: null, isCaller: false });
    });
    if (!accepted) this.context.transport.releaseRoute(session.callId);
    return accepted;
  }

  /**
   * Resolves with the dialog and the SDP of the ACK, or with null if the caller hung up first, or the ACK never comes. The
   * dialog exists before the next message is handled.
   */
  #waitForAck(
    session: SessionDialog,
    createDialog: () => SipDialog,
  ): Promise<{ dialog: SipDialog; sdp: string | null } | null> {
    return new Promise((resolve) => {
      session.delegate = {
        onAck: ({ message }) => {
          const received = this.context.received.get(message);
          resolve({ dialog: createDialog(), sdp: received ? extractSdp(received.message) : null });
        },
        onAckTimeout: () => {
          resolve(null);
          void sendInDialog(this.context, session, null, "BYE");
          session.dispose();
        },
        onBye: (request) => {
          resolve(null);
          request.accept();
        },
      };
    });
  }
}

/**
 * Whether an INVITE has the Call-ID of a call in progress, or of a call of another trunk. It would take over the route of
 * that call (RFC 3261 section 8.2.2.2).
 */
function isMerged(context: SipContext, callId: string, trunkId: string): boolean {
  const route = context.transport.getRoute(callId);
  if (route && route.trunkId !== trunkId) return true;
  if (context.pendingInvites.has(callId)) return true;
  return [...context.core.dialogs.values()].some((dialog) => dialog.callId === callId);
}

/** Presents an INVITE of an identified trunk to the product. A session interval that is too small is refused first. */
export function receiveInvite(context: SipContext, request: IncomingInviteRequest): void {
  const received = context.received.get(request.message);
  if (!received || !(request instanceof InviteUserAgentServer))
    return void request.reject({ statusCode: 500 });
  // biome-ignore lint/complexity/useLiteralKeys: the tag is protected, and the core's cannot be replaced elsewhere.
  request["toTag"] = createTag();
  const { message, connection, trunkId } = received;
  const timer = answerSession(message, context.limits);
  if ("tooSmall" in timer)
    return void request.reject({ statusCode: 422, extraHeaders: [`Min-SE: ${timer.tooSmall}`] });
  const callId = request.message.callId;
  if (isMerged(context, callId, trunkId)) return void request.reject({ statusCode: 482 });
  context.transport.setRoute(callId, { connection, trunkId, trunk: null });
  request.trying();
  const pending = new PendingInvite(context, request, received);
  const readAddress = (name: string) => parseSipAddress(readHeader(message, name) ?? "");
  const invite: IncomingInvite = {
    callId,
    trunkId,
    source: connection.source,
    calledUser: parseSipUri(readRequestUri(message))?.user ?? "",
    from: readAddress("from") ?? UNKNOWN_ADDRESS,
    assertedIdentity: readAddress("p-asserted-identity"),
    sdp: extractSdp(message),
    header: (name) =>
      readHeaders(message, name.toLowerCase())
        .slice(0, MAX_HEADER_VALUES)
        .map((value) => value.slice(0, MAX_HEADER_LENGTH)),
    ring: (sdp) => pending.ring(sdp),
    accept: (sdp, handlers) => pending.accept(sdp, handlers),
    reject: (status, options) => pending.reject(status, options),
    canceled: pending.abort.signal,
  };
  try {
    context.options.onInvite(invite);
  } catch (error) {
    pending.reject(500);
    throw error;
  }
}
