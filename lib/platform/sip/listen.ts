import { constants } from "node:crypto";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { HandshakeBudget } from "./handshake-budget";
import type { SipLimits } from "./limits";
import type { SipEndpointOptions, SipTransport } from "./types";

export type SipListener = { transport: SipTransport; server: Server; port: number };
/** A certificate with its chain, and its key, in PEM. */
export type ListenerCertificate = { certificate: string; key: string };

/** The listeners of an endpoint. `setCertificate`: uses another certificate for new TLS connections. */
export type SipListeners = {
  all: readonly SipListener[];
  setCertificate(certificate: ListenerCertificate): void;
};

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

const secureContextOf = ({ certificate, key }: ListenerCertificate) =>
  ({
    cert: certificate,
    key,
    minVersion: "TLSv1.2",
    // A renegotiation would be a further handshake, which no budget counts.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  }) as const;

/** Handles TCP connections that become TLS ones. Connections beyond the budget of handshakes are closed. */
function acceptTls(
  certificate: ListenerCertificate,
  limits: SipLimits,
  onSocket: (socket: Socket) => void,
): { accept(socket: Socket): void; setCertificate(certificate: ListenerCertificate): void } {
  const budget = new HandshakeBudget(limits);
  /** Ends of the handshakes in progress, by address and port: a TLS socket does not name its TCP socket. */
  const pending = new Map<string, () => void>();
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  const options = { ...secureContextOf(certificate), handshakeTimeout: limits.connectMs };
  const server = createTlsServer(options, (socket) => {
    pending.get(keyOf(socket))?.();
    onSocket(socket);
  });
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  const accept = (socket: Socket) => {
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
  return { accept, setCertificate: (next) => server.setSecureContext(secureContextOf(next)) };
}

/** Opens the listeners. Rejects if a port cannot be opened, and closes the first listener then. */
export async function openListeners(
  { tls, tcp }: SipEndpointOptions["listeners"],
  limits: SipLimits,
  onSocket: (socket: Socket, transport: SipTransport) => void,
): Promise<SipListeners> {
  const listeners: SipListener[] = [];
  const tlsSide = tls ? acceptTls(tls, limits, (socket) => onSocket(socket, "tls")) : null;
  try {
    if (tls && tlsSide) {
      const server = createTcpServer(tlsSide.accept);
      server.maxConnections = limits.connections;
      listeners.push(await listen(server, "tls", tls));
    }
    if (tcp) {
      const server = createTcpServer((socket) => onSocket(socket, "tcp"));
      server.maxConnections = limits.connections;
      listeners.push(await listen(server, "tcp", tcp));
    }
    return { all: listeners, setCertificate: (certificate) => tlsSide?.setCertificate(certificate) };
  } catch (error) {
    for (const { server } of listeners) server.close();
    throw error;
  }
}
