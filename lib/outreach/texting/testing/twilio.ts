import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Sent = { to: string; from: string; body: string; callback: string; authorization: string };
type Reply = { status: number; json?: object; headers?: Record<string, string> };

let sids = 0;
export const newSid = (): string => `SM${String(++sids).padStart(32, "0")}`;

/** A stand-in for Twilio's REST API on a socket of its own: it writes down what it was asked, and answers what the test says. */
export async function openTwilio() {
  const sent: Sent[] = [];
  let answer: (message: Sent) => Reply | null | Promise<Reply | null> = () => null;

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
    const said = await answer(message);
    const { status, json = {}, headers = {} } = said ?? { status: 201, json: { sid: newSid() } };
    // Status 0: the connection breaks, and nobody knows what happened.
    if (status === 0) return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(json));
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    /** What it answers from here on; null: it takes the message. */
    answers(next: typeof answer) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type TwilioStandIn = Awaited<ReturnType<typeof openTwilio>>;
