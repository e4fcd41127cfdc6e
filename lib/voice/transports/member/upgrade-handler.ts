import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { endJoin, readJoinGateway, readJoinTicket } from "@/lib/calls/joins";
import { systemCtx } from "@/lib/platform/context/make";
import { log } from "@/lib/platform/log";
import type { CallJoins } from "../../joins/call-joins";
import { serveMember } from "../../joins/serve-member";
import { SUBPROTOCOL } from "../../schema";
import { MAX_MESSAGE, tokenOf } from "../browser/protocol";
import { makeWire } from "../browser/wire";
import { createUpgrader, refuse } from "../upgrade";
import { isRelayed, relayToGateway } from "./relay-to-gateway";

/** The connections of members who take over a call or listen, each with a token of `POST /v1/calls/:id/take-over` or `listen`. */
export function createMemberDoor(joins: CallJoins) {
  const open = createUpgrader({ maxPayload: MAX_MESSAGE, handleProtocols: () => SUBPROTOCOL });

  async function enter(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ticket = readJoinTicket(tokenOf(request) ?? "", new Date().toISOString());
    if (ticket === null) return refuse(socket, 401);
    const waiting = joins.take(ticket.joinId);
    if (waiting === undefined) {
      const ctx = systemCtx(ticket.workspaceId, "voice.member", { environment: ticket.environment });
      const target = await readJoinGateway(ctx, ticket.joinId);
      if (target?.gatewayUrl == null || isRelayed(request)) return refuse(socket, 401);
      return relayToGateway(request, socket, head, target.gatewayUrl);
    }
    let leave: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const ws = await open(request, socket, head).catch(() => null);
    if (ws === null) return endJoin(waiting.ctx, waiting.join, "not_connected");
    await serveMember(waiting, makeWire(ws, leave), closed);
  }

  /** Takes a handshake. What is wrong with it is answered by a status, before any upgrade. */
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    enter(request, socket, head).catch((error: unknown) => {
      log.warn({ err: error }, "a member could not be connected");
      refuse(socket, 503);
    });
  };
}
