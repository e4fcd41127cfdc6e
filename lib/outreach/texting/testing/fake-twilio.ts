import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type SentMessage = { to: string; from: string; body: string; callback: string; authorization: string };
type Reply = { status: number; json?: object; headers?: Record<string, string> };

let sids = 0;
export const nextSid = (): string => `SM${String(++sids).padStart(32, "0")}`;

/** A fake of Twilio's REST API on a socket. It records requests and responds as the test configures. */
export async function startFakeTwilio() {
  const sent: SentMessage[] = [];
  let answer: (message: SentMessage) => Reply | null | Promise<Reply | null> = () => null;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const field = (name: string) => form.get(name) ?? "";
    const message = {
      to: field("To"),
      from: field("From"),
      body: field("Body"),
      callback: field("StatusCallback"),
      authorization: request.headers.authorization ?? "",
    };
    sent.push(message);
    const reply = await answer(message);
    const { status, json = {}, headers = {} } = reply ?? { status: 201, json: { sid: nextSid() } };
    // Status 0: the connection breaks, and the result is unknown.
    if (status === 0) return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(json));
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    /** Sets the answer to further messages; null accepts them. */
    setAnswer(next: typeof answer) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakeTwilio = Awaited<ReturnType<typeof startFakeTwilio>>;
