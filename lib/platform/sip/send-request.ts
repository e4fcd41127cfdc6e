import type { Body, Dialog, IncomingResponse, OutgoingRequestMessage } from "sip.js/lib/core/index.js";
import { withTimeout } from "../with-timeout";
import type { SipContext } from "./context";
import { answerChallenge, type DigestAccount } from "./digest-client";
import type { SipMessage } from "./message";
import type { SipTrunk } from "./types";

/** The first attempt, an answer to its challenge, and an answer to a second one whose nonce is stale. */
export const MAX_AUTH_ATTEMPTS = 3;

/** A final response. `message` is null if none came: no connection (503), or no answer (408). */
export type SipOutcome = { status: number; message: SipMessage | null };

/** The digest account of a trunk, or null. */
export function accountOf(trunk: SipTrunk | null): DigestAccount | null {
  if (!trunk?.username) return null;
  return { username: trunk.username, password: trunk.password ?? "" };
}

/** The outcome that a response of the core stands for. */
export function readOutcome(context: SipContext, { message }: IncomingResponse): SipOutcome {
  const received = context.received.get(message);
  return { status: message.statusCode ?? 408, message: received?.message ?? null };
}

/** Sends a request other than INVITE, and waits for its final response. Never rejects. */
export function sendRequest(context: SipContext, request: OutgoingRequestMessage): Promise<SipOutcome> {
  const response = new Promise<SipOutcome>((resolve) => {
    const settle = (incoming: IncomingResponse) => resolve(readOutcome(context, incoming));
    context.core.request(request, { onAccept: settle, onReject: settle, onRedirect: settle });
  });
  return withTimeout(response, context.limits.requestMs, () => ({ status: 408, message: null }));
}

/**
 * Sends a request, and again with credentials if it is challenged. `build` makes each attempt from its additional
 * headers.
 */
export async function sendWithCredentials(
  context: SipContext,
  account: DigestAccount | null,
  build: (headers: string[]) => OutgoingRequestMessage,
): Promise<SipOutcome> {
  let headers: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const request = build(headers);
    const outcome = await sendRequest(context, request);
    const isChallenged = outcome.status === 401 || outcome.status === 407;
    if (!isChallenged || !outcome.message || !account || attempt === MAX_AUTH_ATTEMPTS) return outcome;
    const uri = request.ruri.toRaw();
    const credentials = answerChallenge(outcome.message, { method: request.method, uri }, account);
    if (!credentials || (attempt > 1 && !isStaleChallenge(outcome.message))) return outcome;
    headers = [credentials];
  }
}

/** Whether a second challenge means that the nonce is over, and not that the password is wrong. */
export function isStaleChallenge(message: SipMessage): boolean {
  return message.headers.some(
    ([name, value]) => /^(?:www|proxy)-authenticate$/.test(name) && /stale\s*=\s*"?true/i.test(value),
  );
}

/** Sends a request of a dialog, with the trunk's credentials if it is challenged. */
export function sendInDialog(
  context: SipContext,
  dialog: Dialog,
  account: DigestAccount | null,
  method: string,
  options: { headers?: string[]; body?: Body } = {},
): Promise<SipOutcome> {
  return sendWithCredentials(context, account, (credentials) =>
    dialog.createOutgoingRequestMessage(method, {
      extraHeaders: [...(options.headers ?? []), ...credentials],
      ...(options.body ? { body: options.body } : {}),
    }),
  );
}
