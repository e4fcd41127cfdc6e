import { isIPv6 } from "node:net";
import {
  type IncomingResponse,
  type OutgoingInviteRequest,
  type OutgoingRequestMessage,
  type Session,
  URI,
} from "sip.js/lib/core/index.js";
import { cleanDisplayName } from "./address";
import { SipConnectError } from "./connect";
import type { SipConnection } from "./connection";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { ManagedDialog } from "./dialog";
import { asDialog } from "./dialog-requests";
import { answerChallenge } from "./digest-client";
import { failureOf, localFailure } from "./failure";
import { hasToken, readHeader, type SipMessage } from "./message";
import { CONTACT, followContact } from "./reinvite";
import { sdpBody } from "./reply";
import { extractSdp } from "./sdp-body";
import { accountOf, isStaleChallenge, MAX_AUTH_ATTEMPTS, readOutcome, sendInDialog } from "./send-request";
import { proposeSession, readConfirmedSession, readMinSe } from "./session-timer";
import type { InviteResult, OutgoingInvite, SipTrunk } from "./types";

/** How long the final response after a CANCEL is awaited. A later 200 is ended by BYE. */
const CANCEL_WAIT_MS = 5_000;

/**
 * A URI of a user at a trunk. Left out: characters of the host that could end the URI or the line, and characters of the
 * user that the core does not escape, or cannot parse in a response.
 */
export function createUri(user: string, host: string, port: number | null, transport?: string): URI {
  const parameters = transport ? { transport } : {};
  const name = host.replaceAll(/[^A-Za-z0-9.\-_:[\]]/g, "");
  const safeHost = isIPv6(name) ? `[${name}]` : name;
  const safeUser = encodeURIComponent(user.toWellFormed().replaceAll(/[\p{C}?:/]/gu, ""));
  return new URI("sip", safeUser, safeHost, port ?? undefined, parameters);
}

/** An INVITE of Parley until its result. */
class OutgoingCall {
  readonly #callId = `${createTag()}@parley`;
  readonly #fromTag = createTag();
  readonly #result: Promise<InviteResult>;
  #resolve: (result: InviteResult) => void = () => {};
  #isSettled = false;
  #canceled: { status: number; reason: string } | null = null;
  #request: OutgoingInviteRequest | null = null;
  #earlySdp: string | null = null;
  #cseq = 1;
  #challenges = 0;
  #sessionS: number;
  #minSessionS: number;
  #credentials: string[] = [];

  constructor(
    readonly context: SipContext,
    readonly trunk: SipTrunk,
    readonly invite: OutgoingInvite,
    readonly connection: SipConnection,
  ) {
    this.#sessionS = context.limits.sessionExpiresS;
    this.#minSessionS = context.limits.minSessionS;
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

  #build(): OutgoingRequestMessage {
    const { trunk, invite } = this;
    const name = cleanDisplayName(invite.displayName ?? "");
    const target =
      invite.domain === undefined
        ? createUri(invite.to, trunk.host, trunk.port, trunk.transport)
        : createUri(invite.to, invite.domain, null);
    const from = createUri(invite.from, trunk.domain ?? trunk.host, null);
    const identity = `${name === "" ? "" : `"${name}" `}<${from.toRaw()}>`;
    return this.context.core.makeOutgoingRequestMessage(
      "INVITE",
      target,
      from,
      createUri(invite.to, invite.domain ?? trunk.host, null),
      { callId: this.#callId, fromTag: this.#fromTag, cseq: this.#cseq, fromDisplayName: name },
      [
        CONTACT,
        "Allow: INVITE",
        ...proposeSession(this.#sessionS, this.#minSessionS),
        `P-Asserted-Identity: ${identity}`,
        ...this.#credentials,
      ],
      sdpBody(invite.sdp),
    );
  }

  #send(): void {
    const message = this.#build();
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
    else if (outcome.message && !this.#isSettled && this.#adapt(outcome.status, outcome.message, uri)) {
      this.#cseq++;
      this.#send();
    } else this.#settle(failureOf(outcome));
  }

  /** Adapts the next attempt to a challenge, or to a larger session interval. False if there is none. */
  #adapt(status: number, response: SipMessage, uri: string): boolean {
    if (status === 422) {
      const minSe = readMinSe(response);
      if (minSe === null || minSe <= this.#minSessionS) return false;
      this.#minSessionS = minSe;
      this.#sessionS = Math.max(this.#sessionS, minSe);
      return true;
    }
    const account = accountOf(this.trunk);
    if ((status !== 401 && status !== 407) || !account) return false;
    if (++this.#challenges >= MAX_AUTH_ATTEMPTS) return false;
    if (this.#challenges > 1 && !isStaleChallenge(response)) return false;
    const credentials = answerChallenge(response, { method: "INVITE", uri }, account);
    if (!credentials) return false;
    this.#credentials = [credentials];
    return true;
  }
}

/** Places a call at a trunk. Never rejects. */
export async function placeCall(
  context: SipContext,
  trunk: SipTrunk,
  invite: OutgoingInvite,
): Promise<InviteResult> {
  const isCanceled = () => invite.signal.aborted;
  const canceled = localFailure("The call was canceled.", false, 487);
  if (context.isDraining) return localFailure("The gateway is shutting down.", false, 503);
  if (context.dialogs.size >= context.limits.dialogs) return localFailure("Too many calls.", false, 503);
  if (isCanceled()) return canceled;
  try {
    const connection = await context.connections.forTrunk(trunk);
    if (isCanceled()) return canceled;
    return await new OutgoingCall(context, trunk, invite, connection).place();
  } catch (error) {
    if (!(error instanceof SipConnectError)) throw error;
    return localFailure(`No connection (${error.at}): ${error.message}`, false);
  }
}
