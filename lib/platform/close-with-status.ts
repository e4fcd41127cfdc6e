import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { NO_SNIFF } from "./no-sniff";

const HEADERS = { Connection: "close", "Content-Length": "0", "Cache-Control": "no-store", ...NO_SNIFF };

/** A client that does not read a few hundred bytes by then is gone. */
const FLUSH_TIMEOUT_MS = 1_000;

/** Answers with a status alone and closes the connection, where there is no response to write to. */
export function closeWithStatus(socket: Duplex, status: number): void {
  socket.on("error", () => socket.destroy());
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const late = setTimeout(() => socket.destroy(), FLUSH_TIMEOUT_MS).unref();
  socket.once("close", () => clearTimeout(late));
  // A server's socket is only half closed by its end.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n`);
}
