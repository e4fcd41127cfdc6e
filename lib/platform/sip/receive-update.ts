import {
  Dialog,
  type IncomingRequestMessage,
  NonInviteServerTransaction,
  SessionDialog,
  UserAgentServer,
} from "sip.js/lib/core/index.js";
import type { SipContext } from "./context";
import type { SipMessage } from "./message";
import { CONTACT, followContact } from "./reinvite";
import { sdpBody } from "./reply";

/** Answers UPDATE (RFC 3311), which the core refuses: its transaction, its place in the dialog, and its offer. */
export function receiveUpdate(
  { core, dialogs, limits }: SipContext,
  request: IncomingRequestMessage,
  message: SipMessage,
): void {
  const transaction = core.userAgentServers.get(request.viaBranch);
  if (transaction) {
    transaction.transaction.receiveRequest(request);
    return;
  }
  const dialog = core.dialogs.get(`${request.callId}${request.toTag}${request.fromTag}`);
  if (!(dialog instanceof SessionDialog)) return void core.replyStateless(request, { statusCode: 481 });
  // biome-ignore lint/complexity/useLiteralKeys: the method is protected, and the core has no event for UPDATE.
  if (!dialog["sequenceGuard"](request)) return;
  Dialog.prototype.receiveRequest.call(dialog, request);
  followContact(dialog, request.parseHeader("contact"));
  const server = new UserAgentServer(NonInviteServerTransaction, core, request);
  const entry = dialogs.get(dialog.id);
  // An early dialog has no media to change yet.
  const answer = entry ? entry.receiveUpdate(message) : { refused: 500 };
  if ("refused" in answer) {
    const extraHeaders = answer.refused === 422 ? [`Min-SE: ${limits.minSessionS}`] : ["Retry-After: 2"];
    return void server.reject({ statusCode: answer.refused, extraHeaders });
  }
  server.accept({
    statusCode: 200,
    extraHeaders: [CONTACT, "Allow: UPDATE", ...answer.headers],
    ...(answer.sdp === null ? {} : { body: sdpBody(answer.sdp) }),
  });
}
