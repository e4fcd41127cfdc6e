import { IncomingRequestMessage, IncomingResponseMessage, Parser } from "sip.js/lib/core/index.js";
import { authorizeRequest, identifyTrunk } from "./authorize";
import type { SipConnection } from "./connection";
import type { SipContext } from "./context";
import { createSilentLoggerFactory } from "./core";
import { readHeader, readMethod, readParameter, type SipMessage } from "./message";
import { receiveUpdate } from "./receive-update";
import { replyDirectly } from "./reply";
import { isComplete, refuseRequest } from "./validate";
import { ALLOWED_METHODS, toCoreText } from "./wire";

const METHODS = new Set(ALLOWED_METHODS.split(", "));
/** Methods that begin a transaction outside a dialog. */
const OUTSIDE_METHODS = new Set(["INVITE", "OPTIONS"]);
/** Retry-After of a process that is full, and of a process that shuts down, in seconds. */
const BUSY_RETRY_S = 5;
const DRAIN_RETRY_S = 30;
const PARSER_LOGGER = createSilentLoggerFactory().getLogger("sip.parser");

/** Handles a received message. Never rejects: a message that cannot be handled is answered or dropped. */
export async function dispatchMessage(
  context: SipContext,
  connection: SipConnection,
  message: SipMessage,
): Promise<void> {
  try {
    const method = readMethod(message);
    if (!isComplete(message)) {
      if (connection.trunkIds.size === 0) connection.close();
    } else if (method === null) receiveResponse(context, connection, message);
    else await receiveRequest(context, connection, message, method);
  } catch {
    // The core throws for some messages that its grammar accepts. The request is answered, and the connection stays.
    if (connection.trunkIds.size > 0 && !/^(?:SIP|ACK)/.test(message.startLine))
      replyDirectly(context, connection, message, 400);
  }
}

/** A response is only accepted from the trunk that its request went to. A stranger's connection is closed. */
function receiveResponse(context: SipContext, connection: SipConnection, message: SipMessage): void {
  if (connection.trunkIds.size === 0) {
    connection.close();
    return;
  }
  const route = context.transport.getRoute(readHeader(message, "call-id") ?? "");
  if (route && connection.trunkIds.has(route.trunkId)) deliver(context, connection, message, route.trunkId);
}

async function receiveRequest(
  context: SipContext,
  connection: SipConnection,
  message: SipMessage,
  method: string,
): Promise<void> {
  const isInDialog = readParameter(readHeader(message, "to") ?? "", "tag") !== null;
  const isBound = method === "CANCEL" || method === "ACK";
  const trunkId =
    isInDialog || isBound
      ? await findDialogTrunk(context, connection, message)
      : await authorizeRequest(context, connection, message);
  if (trunkId === null || !connection.isOpen) return;
  const refusal = refuseRequest(message) ?? refuseMethod(context, message, method, isInDialog);
  if (!refusal) return deliver(context, connection, message, trunkId);
  if (method !== "ACK") replyDirectly(context, connection, message, refusal.status, refusal.headers);
}

/** The trunk of a request in a dialog, or null if it was refused. A new connection of the peer is identified first. */
async function findDialogTrunk(
  context: SipContext,
  connection: SipConnection,
  message: SipMessage,
): Promise<string | null> {
  const [first] = connection.trunkIds;
  const trunkId = context.transport.getRoute(readHeader(message, "call-id") ?? "")?.trunkId;
  // Without such a call the core answers 481 to a trunk.
  if (first !== undefined && (trunkId === undefined || connection.trunkIds.has(trunkId)))
    return trunkId ?? first;
  const identity = await identifyTrunk(context, connection, message, trunkId ?? null);
  if (!identity) {
    if (connection.source.trunkId === null) connection.close();
    return null;
  }
  if (trunkId === undefined || identity.trunkId !== trunkId) {
    if (readMethod(message) !== "ACK") replyDirectly(context, connection, message, 481);
    return null;
  }
  // An ACK cannot be challenged (RFC 3261 section 22.1); it proves the dialog by its tags, and does not identify the connection.
  if (identity.challenge)
    return readMethod(message) === "ACK" ? trunkId : authorizeRequest(context, connection, message);
  connection.identify(trunkId);
  return trunkId;
}

function refuseMethod(context: SipContext, message: SipMessage, method: string, isInDialog: boolean) {
  const isAllowed = METHODS.has(method);
  if (!isAllowed) return { status: 405, headers: [`Allow: ${ALLOWED_METHODS}`] };
  if (isInDialog || method === "ACK" || method === "CANCEL") return null;
  if (!OUTSIDE_METHODS.has(method)) return { status: 481, headers: [] };
  if (method === "INVITE" && readHeader(message, "contact") === null) return { status: 400, headers: [] };
  const { limits } = context;
  // The response to OPTIONS is that of an INVITE (RFC 3261 section 11.2), so that a proxy sends no further calls.
  if (context.isDraining && (method === "INVITE" || method === "OPTIONS"))
    return { status: 503, headers: [`Retry-After: ${DRAIN_RETRY_S}`] };
  const isFull =
    context.core.userAgentServers.size >= limits.transactions ||
    context.pendingInvites.size >= limits.pendingInvites ||
    context.dialogs.size >= limits.dialogs;
  if (isFull) return { status: 503, headers: [`Retry-After: ${BUSY_RETRY_S}`] };
  // A call of this endpoint that a proxy returns to it.
  const isLoop = context.transport.getRoute(readHeader(message, "call-id") ?? "")?.trunk;
  return method === "INVITE" && isLoop ? { status: 482, headers: [] } : null;
}

/** Passes a message to the core. */
function deliver(context: SipContext, connection: SipConnection, message: SipMessage, trunkId: string): void {
  const parsed = Parser.parseMessage(toCoreText(message, connection), PARSER_LOGGER);
  if (parsed) context.received.set(parsed, { message, connection, trunkId });
  if (parsed instanceof IncomingResponseMessage) context.core.receiveIncomingResponseFromTransport(parsed);
  else if (parsed instanceof IncomingRequestMessage) {
    if (parsed.method === "UPDATE") receiveUpdate(context, parsed, message);
    else context.core.receiveIncomingRequestFromTransport(parsed);
  } else if (readMethod(message) !== null && readMethod(message) !== "ACK")
    replyDirectly(context, connection, message, 400);
}
