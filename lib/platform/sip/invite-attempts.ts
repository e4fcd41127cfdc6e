import type { OutgoingRequestMessage } from "sip.js/lib/core/index.js";
import { cleanDisplayName } from "./address";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { createUri } from "./create-uri";
import { answerChallenge } from "./digest-client";
import { readStatus, type SipMessage } from "./message";
import { CONTACT } from "./reinvite";
import { sdpBody } from "./reply";
import { accountOf, isStaleChallenge, MAX_AUTH_ATTEMPTS } from "./send-request";
import { proposeSession, readMinSe } from "./session-timer";
import type { OutgoingInvite, SipTrunk } from "./types";

/** The INVITE of a call, which is sent again with what a failure response demands. */
export class InviteAttempts {
  readonly #fromTag = createTag();
  #cseq = 1;
  #challenges = 0;
  #sessionS: number;
  #minSessionS: number;
  #credentials: string[] = [];

  constructor(
    readonly context: SipContext,
    readonly trunk: SipTrunk,
    readonly invite: OutgoingInvite,
    readonly callId: string,
  ) {
    this.#sessionS = context.limits.sessionExpiresS;
    this.#minSessionS = context.limits.minSessionS;
  }

  /** The message of the next attempt. */
  build(): OutgoingRequestMessage {
    const { trunk, invite, callId } = this;
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
      { callId, fromTag: this.#fromTag, cseq: this.#cseq, fromDisplayName: name },
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

  /**
   * Adapts the next attempt to a failure of the last one, which was sent to `uri`: its challenge, or a larger session interval.
   * False if there is no next attempt.
   */
  adapt(response: SipMessage, uri: string): boolean {
    const isAdapted =
      readStatus(response) === 422 ? this.#lengthenSession(response) : this.#authenticate(response, uri);
    if (isAdapted) this.#cseq++;
    return isAdapted;
  }

  #lengthenSession(response: SipMessage): boolean {
    const minSe = readMinSe(response);
    if (minSe === null || minSe <= this.#minSessionS) return false;
    this.#minSessionS = minSe;
    this.#sessionS = Math.max(this.#sessionS, minSe);
    return true;
  }

  #authenticate(response: SipMessage, uri: string): boolean {
    const status = readStatus(response);
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
