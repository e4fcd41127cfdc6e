import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { answerSpokenCall, type ConnectTicket, readConnectTicket } from "@/lib/calls/calls";
import { systemCtx } from "@/lib/platform/context/make";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Calls } from "../../calls";
import { SUBPROTOCOL } from "../../schema";
import type { Session } from "../../session/line";
import { createUpgrader, refuse } from "../upgrade";
import { MAX_MESSAGE, tokenOf } from "./protocol";
import { makeWire, type Wire } from "./wire";

/** Prefix of a reconnection token; a ticket never has it. */
const RESUME = "resume.";
const RESUME_BYTES = 32;

/** The calls of browsers: who connects with a token of `POST /v1/calls`, once, and who comes back after a lost connection. */
export function browserDoor(calls: Calls) {
  const open = createUpgrader({ maxPayload: MAX_MESSAGE, handleProtocols: () => SUBPROTOCOL });
  const returning = new Map<string, { session: Session; wire: Wire }>();

  /** Lets a browser in on a session that runs, and gives it the token for its next connection. */
  function seat(session: Session, wire: Wire, resumed: boolean): () => void {
    const resume = RESUME + randomBytes(RESUME_BYTES).toString("base64url");
    returning.set(resume, { session, wire });
    wire.serve(session);
    wire.say({ type: "ready", call_id: session.callId, resume, resumed });
    return () => returning.delete(resume);
  }

  async function first(request: IncomingMessage, socket: Duplex, head: Buffer, token: string): Promise<void> {
    const ticket = readConnectTicket(token, new Date().toISOString());
    if (ticket === null) return refuse(socket, 401);
    const leavePlace = calls.admit("new");
    if (leavePlace === null) return refuse(socket, 503);
    await begin(request, socket, head, ticket).finally(leavePlace);
  }

  /** Begins the call of a ticket. */
  async function begin(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    ticket: ConnectTicket,
  ): Promise<void> {
    const ctx = systemCtx(ticket.workspaceId, "voice.web", { environment: ticket.environment });
    const call = await answerSpokenCall(ctx, ticket.callId, ticket.view);
    if (call === null) return refuse(socket, 401);
    let session: Session | undefined;
    let hasLeft = false;
    const wire = await open(request, socket, head).then(
      (ws) =>
        makeWire(ws, () => {
          hasLeft = true;
          session?.lost();
        }),
      () => null,
    );
    session = await calls.begin({ ctx, call, line: wire ?? absentWire });
    if (session === undefined) return wire?.close("carrier_error");
    const forget = wire === null ? () => undefined : seat(session, wire, false);
    void session.over.then(forget);
    if (hasLeft || wire === null) session.lost();
  }

  async function reconnect(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    token: string,
  ): Promise<void> {
    const returningCall = returning.get(token);
    if (returningCall === undefined || returningCall.session.hasEnded()) return refuse(socket, 401);
    returning.delete(token);
    const { session, wire: old } = returningCall;
    const ws = await open(request, socket, head).catch((error: unknown) => {
      // A failed reconnection can be repeated.
      returning.set(token, returningCall);
      throw error;
    });
    const wire = makeWire(ws, () => session.lost());
    // The browser knows of the loss first: what it left is closed before it counts as lost once more.
    old.replace();
    session.lost();
    const forget = seat(session, wire, true);
    void session.over.then(forget);
    if (!session.attach(wire)) wire.close("carrier_error");
  }

  /** Takes a handshake. What is wrong with it is answered by a status, before any upgrade. */
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const token = tokenOf(request);
    const enter = token?.startsWith(RESUME) === true ? reconnect : first;
    enter(request, socket, head, token ?? "").catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return refuse(socket, 401);
      log.warn({ err: error }, "a browser could not be connected");
      refuse(socket, 503);
    });
  };
}

/** A line to a client that left before the handshake was complete. */
const absentWire = {
  lagMs: 0,
  send: () => undefined,
  clear: () => undefined,
  waitForPlayback: async () => false,
  display: () => undefined,
  close: () => undefined,
};
