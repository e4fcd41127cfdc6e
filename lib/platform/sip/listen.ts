import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
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

/** Opens the listeners. Rejects if a port cannot be opened, and closes the first listener then. */
export async function openListeners(
  { tls, tcp }: SipEndpointOptions["listeners"],
  limits: SipLimits,
  onSocket: (socket: Socket, transport: SipTransport) => void,
): Promise<SipListener[]> {
  const listeners: SipListener[] = [];
  try {
    if (tls) {
      const options = { cert: tls.certificate, key: tls.key, minVersion: "TLSv1.2" } as const;
      const server = createTlsServer({ ...options, handshakeTimeout: limits.connectMs }, (socket) =>
        onSocket(socket, "tls"),
      );
      server.on("tlsClientError", (_error, socket) => socket.destroy());
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
