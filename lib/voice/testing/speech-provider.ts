import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import {
  DEEPGRAM_ACCOUNT,
  type DeepgramAccount,
  deepgramKeyRefusal,
  LISTEN_MESSAGES,
  listenRefusal,
} from "./deepgram-rules";
import {
  ELEVENLABS_ACCOUNT,
  type ElevenLabsAccount,
  speechRefusal,
  subscriptionAnswer,
} from "./eleven-labs-rules";
import { lineIn } from "./providers";

/** The behavior of a provider: works, hangs, or closes the connection midway. */
export type Conduct = "work" | "stall" | "cut";

/** A connection that was asked for: by whose key, for what, and whether it opts out of keeping and training. */
type ReceivedRequest = { path: string; key: string; texts: string[]; optsOut: boolean };

/** A frame of the stand-in's voice at 16 kHz, told from others by its level. */
export const ITS_LEVEL = 7_000;
const sound = (ms: number): string => {
  const bytes = Buffer.alloc(ms * 32);
  for (let at = 0; at < bytes.length; at += 2) bytes.writeInt16LE(ITS_LEVEL, at);
  return bytes.toString("base64");
};

/** Speaks as ElevenLabs does: texts come, an empty one is the last; sound goes. */
function speak(socket: WebSocket, request: ReceivedRequest, conduct: Conduct): void {
  socket.on("message", (data) => {
    const { text } = JSON.parse(data.toString()) as { text: string };
    request.texts.push(text);
    if (text !== "" || conduct === "stall") return;
    socket.send(JSON.stringify({ audio: sound(conduct === "cut" ? 60 : 400), isFinal: null }));
    if (conduct === "cut") socket.terminate();
    else socket.send(JSON.stringify({ audio: null, isFinal: true }));
  });
}

/** Hears as Deepgram does: sound comes, `Finalize` asks for the words of it. */
function hear(socket: WebSocket, lines: readonly string[], conduct: Conduct): void {
  let line: number | undefined;
  socket.on("message", (data: Buffer, binary: boolean) => {
    if (binary) {
      const frame = new Int16Array(Uint8Array.from(data).buffer);
      line = lineIn(frame) ?? line;
      return;
    }
    const { type } = JSON.parse(data.toString()) as { type?: string };
    if (type === undefined || !LISTEN_MESSAGES.includes(type)) return socket.close(1008, "DATA-0000");
    if (conduct === "cut") socket.terminate();
    if (conduct !== "work") return;
    const alternatives = [{ transcript: line === undefined ? "" : (lines[line] ?? ""), confidence: 0.9 }];
    const results = { is_final: true, from_finalize: true, channel: { alternatives } };
    socket.send(JSON.stringify({ type: "Results", ...results }));
  });
}

/** Tells what is wrong in a socket's first message, and closes it, as ElevenLabs does. */
function refuseSpeech(socket: WebSocket, error: string): void {
  socket.send(JSON.stringify({ message: `Refused: ${error}`, error, code: 1008 }));
  socket.close(1008, error);
}

/** A server on a real socket that speaks both protocols, refuses what they refuse, and remembers who came. */
export async function openSpeechProvider(lines: readonly string[]) {
  const requests: ReceivedRequest[] = [];
  const conduct = { speaks: "work" as Conduct, hears: "work" as Conduct };
  const deepgram: DeepgramAccount = { ...DEEPGRAM_ACCOUNT };
  const elevenLabs: ElevenLabsAccount = { ...ELEVENLABS_ACCOUNT };
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const routes: Record<string, () => { status: number; body: object }> = {
      "/v1/auth/token": () =>
        deepgramKeyRefusal(request, deepgram) ?? { status: 200, body: { scopes: ["usage:write"] } },
      "/v1/models": () => ({
        status: 200,
        body: {
          stt: deepgram.models.map((name) => ({ name, canonical_name: name, streaming: true })),
          tts: [],
        },
      }),
      "/v1/user/subscription": () => subscriptionAnswer(request, elevenLabs),
    };
    const { status, body } = routes[pathname]?.() ?? { status: 404, body: { detail: "Not Found" } };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, stream, head) => {
    const path = request.url ?? "";
    const key = String(request.headers["xi-api-key"] ?? request.headers.authorization ?? "");
    const received: ReceivedRequest = {
      path,
      key,
      texts: [],
      optsOut: /[?&]mip_opt_out=true(?:&|$)/.test(path),
    };
    requests.push(received);
    const isListen = path.startsWith("/v1/listen");
    const refused = isListen ? listenRefusal(request, deepgram) : null;
    if (refused !== null) {
      const body = JSON.stringify(refused.body);
      stream.end(
        `HTTP/1.1 ${refused.status} Refused\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on("error", () => undefined);
      const unserved = isListen ? null : speechRefusal(request, elevenLabs);
      if (isListen) hear(socket, lines, conduct.hears);
      else if (unserved !== null) refuseSpeech(socket, unserved);
      else speak(socket, received, conduct.speaks);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    ...{ seen: requests, conduct, deepgram, elevenLabs, host, url: `http://${host}` },
    async close() {
      for (const client of sockets.clients) client.terminate();
      await new Promise((done) => http.close(done));
    },
  };
}
