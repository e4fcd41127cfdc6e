import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket, WebSocketServer } from "ws";
import { FRAME_MS } from "@/lib/platform/audio";

/** As long as a carrier's message of 20 ms. */
const MESSAGE_CHARS = 300;
const PORT_READY = "port";

/** Runs in the child process: sends each message back. */
function serve(): void {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (socket) =>
    socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary })),
  );
  server.on("listening", () => process.send?.({ [PORT_READY]: (server.address() as { port: number }).port }));
  process.on("disconnect", () => process.exit(0));
}

/**
 * The floor of a call's delays on this machine: round trips through a bare WebSocket server in another process, over as many
 * connections as calls, with a message every 20 ms on each. In milliseconds.
 */
export async function measureEcho(connections: number, seconds: number): Promise<number[]> {
  const child = fork(import.meta.filename, { execArgv: process.execArgv });
  const [{ [PORT_READY]: port }] = (await once(child, "message")) as [Record<string, number>];
  const roundTripsMs: number[] = [];
  const padding = "x".repeat(MESSAGE_CHARS);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
      await once(socket, "open");
      socket.on("message", (data: Buffer) => {
        roundTripsMs.push(performance.now() - Number.parseFloat(data.toString()));
      });
      return socket;
    }),
  );
  const timers: NodeJS.Timeout[] = [];
  for (const socket of sockets) {
    // Calls do not send in one moment.
    await pause(FRAME_MS / connections);
    timers.push(setInterval(() => socket.send(`${performance.now()} ${padding}`), FRAME_MS));
  }
  await pause(seconds * 1_000);
  for (const timer of timers) clearInterval(timer);
  for (const socket of sockets) socket.terminate();
  child.disconnect();
  return roundTripsMs;
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) serve();
