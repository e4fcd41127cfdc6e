import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { NO_SNIFF } from "./no-sniff";

const HEADERS = { Connection: "close", "Content-Length": "0", "Cache-Control": "no-store", ...NO_SNIFF };

/** Time for the client to read the few hundred bytes. A client that takes longer has gone. */
const FLUSH_TIMEOUT_MS = 1_000;

/** Sends a status without a body and closes the connection. For sockets without a response object. */
export function closeWithStatus(socket: Duplex, status: number): void {
  socket.on("error", () => socket.destroy());
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const flushTimer = setTimeout(() => socket.destroy(), FLUSH_TIMEOUT_MS).unref();
  socket.once("close", () => clearTimeout(flushTimer));
  // A server's socket is only half closed by `end()`.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n`);
}
