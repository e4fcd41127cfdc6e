import type { IncomingMessage } from "node:http";
import { connect as connectTcp, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { log } from "@/lib/platform/log";
import { refuse } from "../upgrade";

/** Marks a handshake that another gateway has passed on, so that none is passed on twice. */
const RELAYED = "x-parley-relayed";
/** Gateways are in one network. */
const CONNECT_MS = 3_000;

export const isRelayed = ({ headers }: IncomingMessage): boolean => headers[RELAYED] !== undefined;

/** The handshake as it came, with the mark. */
function handshakeText({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${[...lines, `${RELAYED}: 1`].join("\r\n")}\r\n\r\n`;
}

function dial(address: URL): Socket {
  const isTls = address.protocol === "https:";
  const host = address.hostname;
  const port = Number(address.port || (isTls ? 443 : 80));
  return isTls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
}

/**
 * Passes a handshake and its connection on to the gateway that has the call. That gateway checks the ticket. Both connections end
 * together. Answers 502 if the gateway cannot be reached.
 */
export function relayToGateway(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  gatewayUrl: string,
): void {
  const address = new URL(gatewayUrl);
  const gateway = dial(address);
  let isConnected = false;
  const close = () => {
    gateway.destroy();
    socket.destroy();
  };
  const late = setTimeout(() => gateway.destroy(new Error("The gateway did not answer.")), CONNECT_MS);
  gateway.once(address.protocol === "https:" ? "secureConnect" : "connect", () => {
    isConnected = true;
    clearTimeout(late);
    gateway.setNoDelay(true);
    gateway.write(handshakeText(request));
    if (head.length > 0) gateway.write(head);
    gateway.pipe(socket);
    socket.pipe(gateway);
  });
  gateway.on("error", (error) => {
    clearTimeout(late);
    log.warn({ err: error }, "a member could not be connected to the gateway of their call");
    if (isConnected) return close();
    gateway.destroy();
    refuse(socket, 502);
  });
  gateway.on("close", () => isConnected && close());
  socket.on("close", close);
}
