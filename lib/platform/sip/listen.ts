import { constants } from "node:crypto";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { HandshakeBudget } from "./handshake-budget";
import type { SipLimits } from "./limits";
import type { SipEndpointOptions, SipTransport } from "./types";

export type SipListener = { transport: SipTransport; server: Server; port: number };

async function listen(server: Server, transport: SipTransport, at: { host: string; port: number }) {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
  // Failures of single connections are theirs; the listener continues.
  server.on("error", () => {});
  const { port } = server.address() as AddressInfo;
  return { transport, server, port };
}

/** Returns the handler of TCP connections that become TLS ones. Connections beyond the budget of handshakes are closed. */
function acceptTls(
  { certificate, key }: { certificate: string; key: string },
  limits: SipLimits,
  onSocket: (socket: Socket) => void,
): (socket: Socket) => void {
  const budget = new HandshakeBudget(limits);
  /** Ends of the handshakes in progress, by address and port: a TLS socket does not name its TCP socket. */
  const pending = new Map<string, () => void>();
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  const options = {
    cert: certificate,
    key,
    minVersion: "TLSv1.2",
    // A renegotiation would be a further handshake, which no budget counts.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    handshakeTimeout: limits.connectMs,
  } as const;
  const server = createTlsServer(options, (socket) => {
    pending.get(keyOf(socket))?.();
    onSocket(socket);
  });
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  return (socket) => {
    const end = budget.start(socket);
    if (end === null) return void socket.destroy();
    const key = keyOf(socket);
    const endHandshake = () => {
      pending.delete(key);
      end();
    };
    pending.set(key, endHandshake);
    socket.once("close", endHandshake);
    socket.on("error", () => {});
    server.emit("connection", socket);
  };
}

/** Opens the listeners. Rejects if a port cannot be opened, and closes the first listener then. */
export async function openListeners(
  { tls, tcp }: SipEndpointOptions["listeners"],
  limits: SipLimits,
  onSocket: (socket: Socket, transport: SipTransport) => void,
): Promise<SipListener[]> {
  const listeners: SipListener[] = [];
  try {
    if (tls) {
      const server = createTcpServer(acceptTls(tls, limits, (socket) => onSocket(socket, "tls")));
      server.maxConnections = limits.connections;
      listeners.push(await listen(server, "tls", tls));
    }
    if (tcp) {
      const server = createTcpServer((socket) => onSocket(socket, "tcp"));
      server.maxConnections = limits.connections;
      listeners.push(await listen(server, "tcp", tcp));
    }
    return listeners;
  } catch (error) {
    for (const { server } of listeners) server.close();
    throw error;
  }
}
