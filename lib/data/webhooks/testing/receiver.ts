import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: Record<string, string>; body: string };

/**
 * A receiver's behavior: responds with a status, redirects, stays silent, closes the connection, or delays
 * its response until released.
 */
export type ReceiverBehavior = number | { location: string } | "silent" | "hang up" | "slow";

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A customer's system on a real socket. `requestedPort`: zero for a free one. */
export async function openReceiver(first: ReceiverBehavior = 204, requestedPort = 0) {
  const received: Received[] = [];
  let behavior = first;
  const waiting: (() => void)[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      received.push({ headers: flat(req.headers), body: Buffer.concat(chunks).toString("utf8") });
      if (behavior === "silent") return;
      if (behavior === "slow") return void waiting.push(() => res.writeHead(204).end());
      if (behavior === "hang up") req.socket.destroy();
      else if (typeof behavior === "number") res.writeHead(behavior).end();
      else res.writeHead(307, behavior).end();
    });
  });
  await new Promise<void>((done) => server.listen(requestedPort, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    host: `127.0.0.1:${port}`,
    received,
    answer(next: ReceiverBehavior) {
      behavior = next;
    },
    /** Responds to waiting requests, and immediately from now on. */
    release() {
      behavior = 204;
      for (const answer of waiting.splice(0)) answer();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
