import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";

/** The bound sockets of a session. */
export type PortPair = { rtp: Socket; rtcp: Socket; port: number; close(): void };

const BIND_TIMEOUT_MS = 5_000;
/** Errors of a port that another program has, or that the system reserves. */
const UNAVAILABLE: ReadonlySet<string> = new Set(["EADDRINUSE", "EACCES"]);

/** Addresses are always numbers here: without a lookup, a packet is sent at once. */
const createUdpSocket = (address: string): Socket => {
  const family = isIPv6(address) ? 6 : 4;
  return createSocket({
    type: family === 6 ? "udp6" : "udp4",
    lookup: (host, _options, callback) => callback(null, host, family),
  });
};

async function bindSocket(address: string, port: number): Promise<Socket> {
  const socket = createUdpSocket(address);
  try {
    // The lookup answers at once, so that the socket listens before `bind` returns.
    const listening = once(socket, "listening", { signal: AbortSignal.timeout(BIND_TIMEOUT_MS) });
    socket.bind({ address, port, exclusive: true });
    await listening;
  } catch (error) {
    socket.close();
    throw error;
  }
  // Datagrams may be lost, so an error of a send is as a loss.
  socket.on("error", () => undefined);
  return socket;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && UNAVAILABLE.has(String(error.code));

/** Binds a port and the next. Null if either is used by another program; throws other errors. */
export async function bindPortPair(address: string, port: number): Promise<PortPair | null> {
  const sockets: Socket[] = [];
  try {
    const rtp = await bindSocket(address, port);
    sockets.push(rtp);
    const rtcp = await bindSocket(address, port + 1);
    return {
      rtp,
      rtcp,
      port,
      close() {
        rtp.close();
        rtcp.close();
      },
    };
  } catch (error) {
    for (const socket of sockets) socket.close();
    if (isUnavailable(error)) return null;
    throw error;
  }
}
