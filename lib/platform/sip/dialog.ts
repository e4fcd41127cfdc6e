import type { IncomingInviteRequest, SessionDialog } from "sip.js/lib/core/index.js";
import type { DialogEntry, SipContext } from "./context";
import { readTransferStatus, receiveInfo, receiveRefer } from "./dialog-requests";
import { failureOf } from "./failure";
import { hasToken, type SipMessage } from "./message";
import { CONTACT, receivedMessage, sendReinvite, watchReinviteAck } from "./reinvite";
import { sdpBody } from "./reply";
import { extractSdp } from "./sdp-body";
import { accountOf, type SipOutcome, sendInDialog } from "./send-request";
import {
  answerSession,
  proposeSession,
  readConfirmedSession,
  type SessionInterval,
  SessionTimer,
} from "./session-timer";
import type { SipDialogHandlers, SipFailure, SipTrunk } from "./types";

type DialogOptions = {
  session: SessionDialog;
  trunk: SipTrunk | null;
  handlers: SipDialogHandlers;
  /** The SDP that was sent last. */
  localSdp: string;
  /** The peer's INVITE or 2xx: its Allow and Supported. */
  peer: SipMessage;
  isCaller: boolean;
  interval: SessionInterval | null;
};

/** Statuses of a request that mean that the peer has no such dialog (RFC 5057). */
const DEAD_STATUSES = new Set([404, 408, 410, 416, 480, 481, 482, 483, 484, 485, 502, 503, 604]);

/** An established call: its requests in both directions, and its session timer. */
export class ManagedDialog implements DialogEntry {
  readonly callId: string;
  readonly ended: Promise<"local" | "remote" | "lost">;
  readonly #timer = new SessionTimer(
    () => this.#refresh(),
    () => void this.#end("lost"),
  );
  #resolveEnded: (side: "local" | "remote" | "lost") => void = () => {};
  #isOver = false;
  #localSdp: string;
  #interval: SessionInterval | null;
  #peerHasUpdate: boolean;
  #onTransferStatus: ((status: number, isLast: boolean) => void) | null = null;

  constructor(
    readonly context: SipContext,
    readonly options: DialogOptions,
  ) {
    const { session, peer } = options;
    this.callId = session.callId;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#localSdp = options.localSdp;
    this.#interval = options.interval;
    this.#peerHasUpdate = hasToken(peer, "allow", "UPDATE");
    context.dialogs.set(session.id, this);
    this.#timer.restart(options.interval);
    session.delegate = {
      onAck: ({ message }) => this.#receiveAnswer(context.received.get(message)?.message ?? null),
      onBye: (request) => {
        request.accept();
        this.#finish("remote");
      },
      onInfo: (request) => receiveInfo(context, request, options.handlers),
      onInvite: (request) => this.#receiveReinvite(request),
      onNotify: (request) => {
        const transfer = readTransferStatus(context, request);
        request.accept();
        if (transfer) this.#onTransferStatus?.(transfer.status, transfer.isLast);
      },
      onRefer: (request) => receiveRefer(context, this.#peer(), request, options.handlers),
    };
  }

  async bye(): Promise<void> {
    await this.#end("local");
  }

  async reinvite(sdp: string): Promise<{ sdp: string } | SipFailure> {
    if (this.#isOver) return { status: 481, reason: "The call is over.", retryAfterS: null, wasSent: false };
    const outcome = await this.#sendReinvite(sdp);
    const answer = outcome.message && extractSdp(outcome.message);
    if (outcome.status >= 200 && outcome.status < 300 && answer) {
      this.#localSdp = sdp;
      return { sdp: answer };
    }
    return failureOf(outcome);
  }

  async refer(target: string): Promise<{ status: number }> {
    if (this.#isOver || /[\r\n<>]/.test(target)) return { status: 481 };
    let last = 202;
    const result = new Promise<number>((resolve) => {
      const onTimeout = () => resolve(last === 202 ? 408 : last);
      const timer = setTimeout(onTimeout, this.context.limits.referMs).unref();
      this.#onTransferStatus = (status, isLast) => {
        last = status;
        if (!isLast) return;
        clearTimeout(timer);
        resolve(status);
      };
      void this.ended.then(() => {
        clearTimeout(timer);
        resolve(last);
      });
    });
    const headers = [CONTACT, `Refer-To: <${target}>`, `Referred-By: <${this.options.session.localURI}>`];
    const outcome = await this.#send("REFER", { headers });
    if (outcome.status >= 300) return { status: outcome.status };
    return { status: await result };
  }

  receiveUpdate(message: SipMessage): { sdp: string | null; headers: string[] } | { refused: number } {
    const { session, handlers } = this.options;
    const offer = extractSdp(message);
    const isBusy = session.reinviteUserAgentClient || session.reinviteUserAgentServer;
    if (offer !== null && isBusy) return { refused: 491 };
    const timer = answerSession(message, this.context.limits);
    if ("tooSmall" in timer) return { refused: 422 };
    const answer = offer === null ? null : handlers.onOffer(offer);
    if (offer !== null && answer === null) return { refused: 488 };
    if (answer !== null) this.#localSdp = answer;
    this.#restartTimer(timer.interval);
    return { sdp: answer, headers: timer.headers };
  }

  #peer() {
    const { session, trunk, isCaller } = this.options;
    return { session, account: accountOf(trunk), isCaller };
  }

  #send(method: string, options: Parameters<typeof sendInDialog>[4]): Promise<SipOutcome> {
    const { session, account } = this.#peer();
    return sendInDialog(this.context, session, account, method, options);
  }

  /** A request that refreshed the session without a timer ends its supervision (RFC 4028 section 7.2). */
  #restartTimer(interval: SessionInterval | null): void {
    this.#interval = interval;
    this.#timer.restart(this.#isOver ? null : interval);
  }

  #receiveAnswer(ack: SipMessage | null): void {
    const answer = ack && extractSdp(ack);
    if (answer) this.options.handlers.onAnswer?.(answer);
  }

  #receiveReinvite(request: IncomingInviteRequest): void {
    const message = receivedMessage(this.context, request);
    const timer = message ? answerSession(message, this.context.limits) : { headers: [], interval: null };
    if ("tooSmall" in timer)
      return void request.reject({ statusCode: 422, extraHeaders: [`Min-SE: ${timer.tooSmall}`] });
    const answer = this.options.handlers.onOffer(message && extractSdp(message));
    if (answer === null) return void request.reject({ statusCode: 488 });
    this.#localSdp = answer;
    watchReinviteAck(this.options.session, request);
    request.accept({
      statusCode: 200,
      body: sdpBody(answer),
      extraHeaders: [CONTACT, "Allow: INVITE", ...timer.headers],
    });
    this.#restartTimer(timer.interval);
  }

  #sessionHeaders(): string[] {
    return this.#interval ? proposeSession(this.#interval.seconds, this.context.limits.minSessionS) : [];
  }

  async #sendReinvite(sdp: string): Promise<SipOutcome> {
    const outcome = await sendReinvite(this.context, this.#peer(), sdp, this.#sessionHeaders());
    if (outcome.message && outcome.status < 300) this.#restartTimer(readConfirmedSession(outcome.message));
    if (outcome.status === 481 || outcome.status === 408) void this.#end("lost");
    return outcome;
  }

  async #refresh(): Promise<void> {
    const outcome = this.#peerHasUpdate
      ? await this.#send("UPDATE", { headers: [CONTACT, ...this.#sessionHeaders()] })
      : await this.#sendReinvite(this.#localSdp);
    if (this.#isOver) return;
    if (outcome.message && outcome.status < 300) {
      this.#restartTimer(readConfirmedSession(outcome.message) ?? this.#interval);
      return;
    }
    if (this.#peerHasUpdate && (outcome.status === 405 || outcome.status === 501)) {
      this.#peerHasUpdate = false;
      return this.#refresh();
    }
    if (DEAD_STATUSES.has(outcome.status)) await this.#end("lost");
    else this.#timer.restart(this.#interval && { ...this.#interval, isRefresher: false });
  }

  async #end(side: "local" | "lost"): Promise<void> {
    if (this.#isOver) return;
    const sent = this.#send("BYE", {});
    this.#finish(side, false);
    await sent;
    this.#resolveEnded(side);
  }

  #finish(side: "local" | "remote" | "lost", isComplete = true): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer.stop();
    const { session } = this.options;
    this.context.dialogs.delete(session.id);
    this.context.transport.releaseRoute(this.callId);
    if (side !== "remote") session.dispose();
    if (isComplete) this.#resolveEnded(side);
  }
}
