import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { lineIn } from "./providers";

/** What a provider does when it is asked: its work, nothing at all, or hang up in the middle. */
export type Conduct = "work" | "stall" | "cut";

/** A connection that was opened: by whose key, for what. */
type Seen = { path: string; key: string; texts: string[] };

/** A frame of the stand-in's voice at 16 kHz, told from others by its level. */
export const ITS_LEVEL = 7_000;
const sound = (ms: number): string => {
  const bytes = Buffer.alloc(ms * 32);
  for (let at = 0; at < bytes.length; at += 2) bytes.writeInt16LE(ITS_LEVEL, at);
  return bytes.toString("base64");
};

/** Speaks as ElevenLabs does: texts come, an empty one is the last; sound goes. */
function speak(socket: WebSocket, seen: Seen, conduct: Conduct): void {
  socket.on("message", (data) => {
    const { text } = JSON.parse(data.toString()) as { text: string };
    seen.texts.push(text);
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
    if (conduct === "cut") socket.terminate();
    if (conduct !== "work") return;
    const alternatives = [{ transcript: line === undefined ? "" : (lines[line] ?? ""), confidence: 0.9 }];
    const results = { is_final: true, from_finalize: true, channel: { alternatives } };
    socket.send(JSON.stringify({ type: "Results", ...results }));
  });
}

/** A server on a real socket that speaks both protocols, and remembers who came. */
export async function openSpeechProvider(lines: readonly string[]) {
  const seen: Seen[] = [];
  const conduct = { speaks: "work" as Conduct, hears: "work" as Conduct };
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, stream, head) => {
    const path = request.url ?? "";
    const key = String(request.headers["xi-api-key"] ?? request.headers.authorization ?? "");
    const one: Seen = { path, key, texts: [] };
    seen.push(one);
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on("error", () => undefined);
      if (path.startsWith("/v1/listen")) hear(socket, lines, conduct.hears);
      else speak(socket, one, conduct.speaks);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    ...{ seen, conduct, host, url: `http://${host}` },
    async close() {
      for (const client of sockets.clients) client.terminate();
      await new Promise((done) => http.close(done));
    },
  };
}
