import type { IncomingInviteRequest, SessionDialog } from "sip.js/lib/core/index.js";
import type { DialogEntry, SipContext } from "./context";
import { readTransferStatus, receiveInfo, receiveRefer } from "./dialog-requests";
import { failureOf } from "./failure";
import type { SipMessage } from "./message";
import { CONTACT, receivedMessage, watchReinviteAck } from "./reinvite";
import { sdpBody } from "./reply";
import { extractSdp } from "./sdp-body";
import { accountOf, type SipOutcome, sendInDialog } from "./send-request";
import { SessionRefresher } from "./session-refresher";
import { answerSession, type SessionInterval } from "./session-timer";
import { TransferProgress } from "./transfer-progress";
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

/** An established call: its requests in both directions, and its session timer. */
export class ManagedDialog implements DialogEntry {
  readonly callId: string;
  readonly ended: Promise<"local" | "remote" | "lost">;
  readonly #refresher: SessionRefresher;
  #resolveEnded: (side: "local" | "remote" | "lost") => void = () => {};
  #isOver = false;
  #transfer: TransferProgress | null = null;

  constructor(
    readonly context: SipContext,
    readonly options: DialogOptions,
  ) {
    const { session, peer } = options;
    this.callId = session.callId;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#refresher = new SessionRefresher(context, this.#peer(), {
      ...{ peer, interval: options.interval, localSdp: options.localSdp },
      onLost: () => void this.#end("lost"),
    });
    context.dialogs.set(session.id, this);
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
        if (transfer) this.#transfer?.report(transfer);
      },
      onRefer: (request) => receiveRefer(context, this.#peer(), request, options.handlers),
    };
  }

  async bye(): Promise<void> {
    await this.#end("local");
  }

  async reinvite(sdp: string): Promise<{ sdp: string } | SipFailure> {
    if (this.#isOver) return { status: 481, reason: "The call is over.", retryAfterS: null, wasSent: false };
    const outcome = await this.#refresher.reinvite(sdp);
    const answer = outcome.message && extractSdp(outcome.message);
    if (outcome.status >= 200 && outcome.status < 300 && answer) {
      this.#refresher.localSdp = sdp;
      return { sdp: answer };
    }
    return failureOf(outcome);
  }

  async refer(target: string): Promise<{ status: number }> {
    if (this.#isOver || /[\r\n<>]/.test(target)) return { status: 481 };
    const progress = new TransferProgress(this.context.limits.referMs, this.ended);
    this.#transfer = progress;
    const headers = [CONTACT, `Refer-To: <${target}>`, `Referred-By: <${this.options.session.localURI}>`];
    const outcome = await this.#send("REFER", { headers });
    if (outcome.status >= 300) return { status: outcome.status };
    return { status: await progress.result };
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
    if (answer !== null) this.#refresher.localSdp = answer;
    this.#refresher.restart(timer.interval);
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
    this.#refresher.localSdp = answer;
    watchReinviteAck(this.options.session, request);
    request.accept({
      statusCode: 200,
      body: sdpBody(answer),
      extraHeaders: [CONTACT, "Allow: INVITE", ...timer.headers],
    });
    this.#refresher.restart(timer.interval);
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
    this.#refresher.stop();
    const { session } = this.options;
    this.context.dialogs.delete(session.id);
    this.context.transport.releaseRoute(this.callId);
    if (side !== "remote") session.dispose();
    if (isComplete) this.#resolveEnded(side);
  }
}
