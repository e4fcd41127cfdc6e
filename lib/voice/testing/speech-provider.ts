import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import {
  DEEPGRAM_ACCOUNT,
  type DeepgramAccount,
  deepgramKeyRefusal,
  listenRefusal,
  listenVersion,
} from "./deepgram-rules";
import { hearAsFlux, hearAsNova, type ListenConduct } from "./deepgram-sockets";
import {
  ELEVENLABS_ACCOUNT,
  type ElevenLabsAccount,
  speechRefusal,
  subscriptionAnswer,
  voiceOf,
} from "./eleven-labs-rules";

/**
 * The behavior of a voice: works; never answers; answers with headers and then nothing; stops within the sentence;
 * breaks off within the sentence.
 */
export type SpeakConduct = "work" | "stall" | "headers" | "pause" | "cut";

/** A request: by whose key, for what, and whether it opts out of keeping and training. */
type ReceivedRequest = {
  path: string;
  key: string;
  /** Bodies of requests for speech, and texts of a listening socket. */
  texts: string[];
  /** Milliseconds of audio that were received. */
  audioMs: number;
  optsOut: boolean;
};

/** A frame of the stand-in's voice at 16 kHz, told from others by its level. */
export const ITS_LEVEL = 7_000;
const sound = (ms: number): Buffer => {
  const bytes = Buffer.alloc(ms * 32);
  for (let at = 0; at < bytes.length; at += 2) bytes.writeInt16LE(ITS_LEVEL, at);
  return bytes;
};
/** An error's message quotes the request. */
const QUOTED_CHARS = 200;
/** Deepgram closes a socket after this silence. */
const SILENCE_MS = 10_000;

/** Speaks as ElevenLabs does. */
function speak(request: IncomingMessage, response: ServerResponse, conduct: SpeakConduct): void {
  if (conduct === "stall") return;
  response.writeHead(200, { "content-type": "audio/pcm" });
  if (conduct === "headers") return void response.flushHeaders();
  if (conduct === "work") return void response.end(sound(400));
  response.write(sound(60), () => conduct === "cut" && request.socket.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A server on a real socket that speaks both protocols, refuses what they refuse, and remembers who came. */
export async function openSpeechProvider(lines: readonly string[]) {
  const requests: ReceivedRequest[] = [];
  const conduct = {
    speaks: "work" as SpeakConduct,
    /** Of all sockets, or of the next ones in turn. */
    hears: "work" as ListenConduct | ListenConduct[],
    silenceMs: SILENCE_MS,
  };
  const deepgram: DeepgramAccount = { ...DEEPGRAM_ACCOUNT };
  const elevenLabs: ElevenLabsAccount = { ...ELEVENLABS_ACCOUNT };
  /** Emits the `type` of each text that a listening socket receives, `audio`, and `closed`. */
  const events = new EventEmitter();
  const note = (request: IncomingMessage): ReceivedRequest => {
    const path = request.url ?? "";
    const key = String(request.headers["xi-api-key"] ?? request.headers.authorization ?? "");
    const optsOut = /[?&]mip_opt_out=true(?:&|$)/.test(path);
    const received = { path, key, texts: [], audioMs: 0, optsOut };
    requests.push(received);
    return received;
  };
  const json = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const answerSpeech = async (request: IncomingMessage, response: ServerResponse) => {
    const received = note(request);
    const content = await bodyOf(request);
    received.texts.push(content);
    const refused = speechRefusal(request, content, elevenLabs);
    if (refused === null) return speak(request, response, conduct.speaks);
    const { status, code } = refused;
    const message = `Refused: ${content.slice(0, QUOTED_CHARS)}`;
    json(response, status, { detail: { type: "error", code, status: code, message, request_id: "r" } });
  };
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (voiceOf(request.url ?? "/") !== undefined) return void answerSpeech(request, response);
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
    json(response, status, body);
  });
  const sockets = new WebSocketServer({ noServer: true });
  let nextAnswer: string | undefined;
  http.on("upgrade", (request, stream, head) => {
    const received = note(request);
    const version = listenVersion(received.path);
    const refused =
      version === null ? { status: 404, body: { err_code: "NOT_FOUND" } } : listenRefusal(request, deepgram);
    if (refused !== null) {
      const body = JSON.stringify(refused.body);
      stream.end(
        `HTTP/1.1 ${refused.status} Refused\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return;
    }
    const { hears, silenceMs } = conduct;
    const options = {
      lines,
      silenceMs,
      conduct: Array.isArray(hears) ? (hears.shift() ?? "work") : hears,
      received(message: string | Buffer) {
        if (typeof message !== "string") {
          received.audioMs += message.length / 32;
          events.emit("audio");
          return;
        }
        received.texts.push(message);
        events.emit(message);
      },
    };
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on("error", () => undefined);
      socket.on("close", (code) => events.emit("closed", code));
      if (nextAnswer !== undefined) socket.send(nextAnswer);
      nextAnswer = undefined;
      if (version === "v2") hearAsFlux(socket, options);
      else hearAsNova(socket, options);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    ...{ seen: requests, conduct, deepgram, elevenLabs, events, host, url: `http://${host}` },
    /** The next socket begins with this text. */
    answerNext(text: string): void {
      nextAnswer = text;
    },
    async close() {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}
