import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { closeWithStatus } from "@/lib/platform/close-with-status";

/** Rejects a handshake with a plain HTTP status: without a token, no socket is opened. */
export function refuse(socket: Duplex, status: number): void {
  if (!socket.destroyed) closeWithStatus(socket, status);
}

/** Takes handshakes. `maxPayload` in bytes; rejects where the connection is gone before it is done. */
export function createUpgrader(options: { maxPayload: number; handleProtocols?: () => string }) {
  // Sound does not shrink, and what expands holds a process up.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    ...options,
  });
  return (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error("The connection is gone."));
      socket.once("close", () => reject(new Error("The connection is gone.")));
      server.handleUpgrade(request, socket, head, resolve);
    });
}
