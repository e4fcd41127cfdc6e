import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: Record<string, string>; body: string };

/**
 * What a receiver does with a message: answers a status, sends it elsewhere, says nothing, hangs up, or waits with its
 * answer until it is told to go on.
 */
export type Manner = number | { location: string } | "silent" | "hang up" | "slow";

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A customer's system on a real socket. `wanted`: a port, zero for one that is free. */
export async function openReceiver(first: Manner = 204, wanted = 0) {
  const received: Received[] = [];
  let manner = first;
  const held: (() => void)[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      received.push({ headers: flat(req.headers), body: Buffer.concat(chunks).toString("utf8") });
      if (manner === "silent") return;
      if (manner === "slow") return void held.push(() => res.writeHead(204).end());
      if (manner === "hang up") req.socket.destroy();
      else if (typeof manner === "number") res.writeHead(manner).end();
      else res.writeHead(307, manner).end();
    });
  });
  await new Promise<void>((done) => server.listen(wanted, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    host: `127.0.0.1:${port}`,
    received,
    answer(next: Manner) {
      manner = next;
    },
    /** Answers whoever waits, and from now on at once. */
    goOn() {
      manner = 204;
      for (const answer of held.splice(0)) answer();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
