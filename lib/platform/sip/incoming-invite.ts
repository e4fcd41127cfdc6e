import { type IncomingInviteRequest, InviteUserAgentServer } from "sip.js/lib/core/index.js";
import { parseSipAddress, parseSipUri } from "./address";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { readHeader, readHeaders, readRequestUri } from "./message";
import { PendingInvite } from "./pending-invite";
import { extractSdp } from "./sdp-body";
import { answerSession } from "./session-timer";
import type { IncomingInvite } from "./types";

const MAX_HEADER_VALUES = 10;
const MAX_HEADER_LENGTH = 2_000;
const UNKNOWN_ADDRESS = { displayName: null, user: "", host: "" };

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
