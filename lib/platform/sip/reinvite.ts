import type { IncomingInviteRequest, SessionDialog } from "sip.js/lib/core/index.js";
import { NameAddrHeader, TransactionState, type URI } from "sip.js/lib/core/index.js";
import { withTimeout } from "../with-timeout";
import type { SipContext } from "./context";
import { answerChallenge, type DigestAccount } from "./digest-client";
import type { SipMessage } from "./message";
import { sdpBody } from "./reply";
import { MAX_AUTH_ATTEMPTS, readOutcome, type SipOutcome } from "./send-request";
import { PLACEHOLDER_HOST } from "./wire";

/** Attempts at a re-INVITE that crosses the peer's (491). */
const MAX_GLARE_ATTEMPTS = 4;
export const CONTACT = `Contact: <sip:parley@${PLACEHOLDER_HOST}>`;

/** Follows the Contact of a message: the peer's address of the dialog (RFC 3261 section 12.2). The core keeps the first. */
export function followContact(session: SessionDialog, contact: unknown): void {
  if (!(contact instanceof NameAddrHeader)) return;
  // biome-ignore lint/complexity/useLiteralKeys: the state is protected, and the core has no method for it.
  const state: { remoteTarget: URI } = session["dialogState"];
  if (contact.uri.host !== PLACEHOLDER_HOST) state.remoteTarget = contact.uri;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

function sendOnce(
  context: SipContext,
  session: SessionDialog,
  sdp: string,
  headers: string[],
): Promise<SipOutcome & { uri: string }> {
  const response = new Promise<SipOutcome & { uri: string }>((resolve, reject) => {
    try {
      const request = session.invite(
        {
          onAccept: (incoming) => {
            incoming.ack();
            followContact(session, incoming.message.parseHeader("contact"));
            resolve({ ...readOutcome(context, incoming), uri: "" });
          },
          onReject: (incoming) =>
            resolve({ ...readOutcome(context, incoming), uri: request.message.ruri.toRaw() }),
          onRedirect: (incoming) => resolve({ ...readOutcome(context, incoming), uri: "" }),
        },
        { extraHeaders: [CONTACT, ...headers], body: sdpBody(sdp) },
      );
    } catch (error) {
      reject(error);
    }
  });
  return withTimeout(response, context.limits.requestMs, () => ({ status: 408, message: null, uri: "" }));
}

/**
 * Sends a re-INVITE. Answers challenges, and repeats it after a random delay if it crosses a re-INVITE of the peer.
 * Never rejects.
 */
export async function sendReinvite(
  context: SipContext,
  {
    session,
    account,
    isCaller,
  }: { session: SessionDialog; account: DigestAccount | null; isCaller: boolean },
  sdp: string,
  headers: string[],
): Promise<SipOutcome> {
  let credentials: string[] = [];
  let challenges = 0;
  for (let attempt = 1; ; ) {
    const isBusy = session.reinviteUserAgentClient || session.reinviteUserAgentServer;
    const outcome: SipOutcome & { uri: string } = isBusy
      ? { status: 491, message: null, uri: "" }
      : await sendOnce(context, session, sdp, [...headers, ...credentials]).catch(() => ({
          ...{ status: 481, message: null, uri: "" },
        }));
    const isChallenged = outcome.status === 401 || outcome.status === 407;
    if (isChallenged && account && outcome.message && ++challenges < MAX_AUTH_ATTEMPTS) {
      const request = { method: "INVITE", uri: outcome.uri };
      const answer = answerChallenge(outcome.message, request, account);
      if (!answer) return outcome;
      credentials = [answer];
      continue;
    }
    if (outcome.status !== 491 || attempt === MAX_GLARE_ATTEMPTS) return outcome;
    attempt++;
    // RFC 3261 section 14.1: the side that chose the Call-ID waits longer.
    await wait(isCaller ? 2_100 + Math.random() * 1_900 : Math.random() * 2_000);
  }
}

/** Ends the wait for the ACK of a re-INVITE with its transaction. The core would refuse all later re-INVITEs. */
export function watchReinviteAck(session: SessionDialog, request: IncomingInviteRequest): void {
  const server = session.reinviteUserAgentServer;
  if (!server || server.message !== request.message) return;
  const { transaction } = server;
  transaction.addStateChangeListener(() => {
    const isOver = transaction.state === TransactionState.Terminated;
    if (isOver && session.reinviteUserAgentServer === server) session.reinviteUserAgentServer = undefined;
  });
}

/** The message of a request of the core. */
export function receivedMessage(context: SipContext, request: IncomingInviteRequest): SipMessage | null {
  return context.received.get(request.message)?.message ?? null;
}
