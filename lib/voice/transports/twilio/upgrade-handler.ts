import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { type CarrierAccount, openCarrierAccount } from "@/lib/agents/integrations";
import {
  answerSpokenCall,
  readStreamTicket,
  type SpokenCall,
  STREAM_PATH,
  type StreamTicket,
  type StreamUse,
  streamUrl,
  takeOverSpokenCall,
} from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import type { Calls } from "../../calls";
import { VOICE_LIMITS } from "../../limits";
import type { CallKind } from "../../load/admission";
import { createUpgrader, refuse } from "../upgrade";
import { MAX_MESSAGE } from "./protocol";
import { makeTelephone, type Telephone } from "./telephone";
import { makeWire, type Wire } from "./wire";

/** A token is about 200 characters. */
const MAX_TOKEN = 512;
/** How long a session of this process may take to release a call whose stream broke: storing a turn takes less. */
const LEAVE_MS = 1_500;

/** How a call is admitted that a stream begins. Streams of other purposes belong to a call of this process. */
const KINDS: Partial<Record<StreamUse, CallKind>> = { begin: "new", answer: "reserved", resume: "resumed" };

const isConnected = (wire: Wire): Promise<boolean> =>
  withTimeout(wire.started, VOICE_LIMITS.startMs, () => false);

/** Whether the account has signed the handshake. Twilio's own examples have the address with a slash behind it. */
function isSigned({ headers }: IncomingMessage, token: string, { authToken }: CarrierAccount): boolean {
  const signature = headers["x-twilio-signature"];
  if (typeof signature !== "string") return false;
  const address = streamUrl(token);
  return [address, `${address}/`].some((url) => validateRequest(authToken, signature, url, {}));
}

/** A handshake that is signed, and what it may open. */
type Handshake = {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  ticket: StreamTicket;
  account: CarrierAccount;
};

/** The media streams of telephone calls: each has a token in its path, which opens it once. */
export function twilioDoor(calls: Calls) {
  const open = createUpgrader({ maxPayload: MAX_MESSAGE });
  const telephones = new Map<string, Telephone>();

  /** The wire of a handshake; null where nothing was begun on it. `made` gets it before anything can have come. */
  async function wireOf(handshake: Handshake, telephone: Telephone, onCreated?: (wire: Wire) => void) {
    const ws = await open(handshake.request, handshake.socket, handshake.head).catch(() => null);
    if (ws === null) return null;
    const wire: Wire = makeWire(ws, handshake.account.accountSid, (reason) => telephone.onLost(wire, reason));
    onCreated?.(wire);
    if (await isConnected(wire)) return wire;
    wire.close("carrier_error");
    return null;
  }

  /** Acquires the call of a stream that begins or resumes it. Null if the token has been used, or the call is over. */
  async function acquire(ctx: Ctx, { callId, use, resumptions }: StreamTicket): Promise<SpokenCall | null> {
    if (use !== "resume") return answerSpokenCall(ctx, callId);
    const former = telephones.get(callId);
    // A used token must not disturb the call that it once resumed.
    if (former !== undefined && former.resumptions !== resumptions) return null;
    if (former !== undefined) await withTimeout(former.leave(), LEAVE_MS, () => undefined);
    return takeOverSpokenCall(ctx, callId, resumptions);
  }

  /** The first stream of a call in this process. */
  async function begin(handshake: Handshake): Promise<void> {
    const { socket, ticket, account } = handshake;
    const { callId } = ticket;
    const ctx = systemCtx(ticket.workspaceId, "voice.twilio", { environment: ticket.environment });
    const call = await acquire(ctx, ticket);
    if (call === null) return refuse(socket, 401);
    const telephone = makeTelephone({ ctx, account, callId, resumptions: call.resumptions });
    const wire = await wireOf(handshake, telephone, telephone.begin);
    const isResumed = ticket.use === "resume";
    const hasReservation = call.isOutboundPhone && !isResumed;
    const session = await calls.begin({ ctx, call, line: telephone, isResumed, hasReservation });
    if (session === undefined) return wire?.close("carrier_error");
    telephones.set(callId, telephone);
    void session.over.then(() => {
      if (telephones.get(callId) === telephone) telephones.delete(callId);
    });
    // A stream that has never started is of another format or account, or none at all.
    if (wire === null) session.hangUp("carrier_error");
    telephone.serve(session);
  }

  /** A further stream of a call that this process holds. */
  async function returnToCall(handshake: Handshake): Promise<void> {
    const { request, socket, head, ticket } = handshake;
    const telephone = telephones.get(ticket.callId);
    if (telephone === undefined) return refuse(socket, 401);
    if (ticket.use === "listen") {
      if (!telephone.listens()) return refuse(socket, 401);
      return telephone.overhear(await open(request, socket, head));
    }
    const wire = await wireOf(handshake, telephone);
    if (wire !== null && !telephone.back(wire, ticket.use)) wire.close("carrier_error");
  }

  async function enter(request: IncomingMessage, socket: Duplex, head: Buffer, token: string): Promise<void> {
    const ticket = readStreamTicket(token, new Date().toISOString());
    if (ticket === null) return refuse(socket, 401);
    const kind = KINDS[ticket.use];
    const leavePlace = kind === undefined ? () => undefined : calls.admit(kind);
    if (leavePlace === null) return refuse(socket, 503);
    try {
      const ctx = systemCtx(ticket.workspaceId, "voice.twilio", { environment: ticket.environment });
      const account = await openCarrierAccount(ctx, ticket.integrationId);
      if (account === undefined || !isSigned(request, token, account)) return refuse(socket, 401);
      const handshake = { request, socket, head, ticket, account };
      await (kind === undefined ? returnToCall(handshake) : begin(handshake));
    } finally {
      leavePlace();
    }
  }

  /** Takes a handshake. What is wrong with it is answered by a status, before any upgrade. */
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const token = pathname.slice(STREAM_PATH.length).replace(/\/$/, "");
    enter(request, socket, head, token.length > MAX_TOKEN ? "" : token).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return refuse(socket, 401);
      log.warn({ err: error }, "a media stream could not be connected");
      refuse(socket, 503);
    });
  };
}
