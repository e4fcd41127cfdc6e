import { connect, createServer, type Socket } from "node:net";

/** `open` forwards; `hang` accepts connections and never answers; `trickle` forwards a byte of the response each second. */
export type GateMode = "open" | "hang" | "trickle";
const TRICKLE_MS = 1_000;

/** A TCP proxy in front of a stand-in for a service. A change of the mode closes all connections. */
export async function openGate(targetPort: number) {
  let mode: GateMode = "open";
  let connections = 0;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    track(client);
    connections += 1;
    if (mode === "hang") return void client.resume();
    const target = track(connect(targetPort, "127.0.0.1"));
    client.pipe(target);
    client.on("close", () => target.destroy());
    if (mode === "open") target.pipe(client);
    else trickle(target, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const closeSockets = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    host: `127.0.0.1:${port}`,
    connections: () => connections,
    set(next: GateMode): void {
      mode = next;
      closeSockets();
    },
    async close(): Promise<void> {
      closeSockets();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Gate = Awaited<ReturnType<typeof openGate>>;

/** Forwards a byte each second. */
function trickle(source: Socket, sink: Socket): void {
  const pending: Buffer[] = [];
  source.on("data", (chunk: Buffer) => pending.push(chunk));
  const timer = setInterval(() => {
    const data = Buffer.concat(pending.splice(0));
    if (data.length === 0) return;
    sink.write(data.subarray(0, 1));
    if (data.length > 1) pending.unshift(data.subarray(1));
  }, TRICKLE_MS);
  sink.on("close", () => clearInterval(timer));
}
