import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export type ReceivedRequest = {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: string;
};
/** `stall` never answers; a buffer is sent as audio, everything else as JSON. */
export type Answer = { status: number; body: object | Buffer } | "stall";

type Provider = {
  answer(request: ReceivedRequest): Answer;
  /** The refusal of a handshake; null for one that is accepted. */
  refuse(request: ReceivedRequest): Answer | null;
  talk(socket: WebSocket, request: ReceivedRequest): void;
};

const toReceivedRequest = (request: IncomingMessage, body: string): ReceivedRequest => ({
  method: request.method ?? "",
  url: new URL(request.url ?? "/", "http://localhost"),
  headers: request.headers,
  body,
});

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Serves a stand-in of a provider on a real port of this machine, and lists its requests. */
export async function serveProvider({ answer, refuse, talk }: Provider) {
  const requests: ReceivedRequest[] = [];
  const http = createServer(async (request, response) => {
    const received = toReceivedRequest(request, await readBody(request));
    requests.push(received);
    const answered = answer(received);
    if (answered === "stall") return;
    const isAudio = Buffer.isBuffer(answered.body);
    response.writeHead(answered.status, { "content-type": isAudio ? "audio/pcm" : "application/json" });
    response.end(isAudio ? answered.body : JSON.stringify(answered.body));
  });
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, stream, head) => {
    const received = toReceivedRequest(request, "");
    requests.push(received);
    const refusal = refuse(received);
    if (refusal === "stall") return;
    if (refusal === null)
      return sockets.handleUpgrade(request, stream, head, (socket) => talk(socket, received));
    const body = JSON.stringify(refusal.body);
    stream.end(
      `HTTP/1.1 ${refusal.status} No\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    host,
    requests,
    async close() {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}

/** Samples of a voice, told from silence by their level: 16 bits, little-endian, mono. */
export const voiceSamples = (rateHz: number, ms: number): Buffer => {
  const samples = Buffer.alloc((rateHz / 1_000) * ms * 2);
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(7_000, at);
  return samples;
};

/** Whether PCM has anything but silence. */
export const isAudible = (pcm: Buffer): boolean =>
  pcm.some((byte, at) => at % 2 === 1 && byte !== 0 && byte !== 255);
