import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createHttpClient } from "@/lib/platform/egress";
import { createDeepgramTranscriber } from "./deepgram/transcriber";
import { createElevenLabsSynthesizer } from "./elevenlabs/synthesizer";
import type { Synthesizer, Transcription } from "./speech-port";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Handshake = { url: string; headers: Record<string, unknown> };

/** A stand-in for a server of WebSockets; `refusals` are answered to the first handshakes. */
async function server(talk: (socket: WebSocket) => void, refusals: number[] = []) {
  const handshakes: Handshake[] = [];
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, stream, head) => {
    handshakes.push({ url: request.url ?? "", headers: request.headers });
    const status = refusals[handshakes.length - 1];
    if (status === undefined) sockets.handleUpgrade(request, stream, head, talk);
    else stream.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const egress = createHttpClient({ allowedHosts: [host] });
  closers.push(async () => {
    for (const client of sockets.clients) client.terminate();
    await egress.close();
    await new Promise((done) => http.close(done));
  });
  return { seen: handshakes, egress, baseUrl: `http://${host}` };
}

const never = new AbortController().signal;
const LIMITS = { openMs: 2_000, idleMs: 100, maxBytes: 100_000 };
const PATIENT = { ...LIMITS, idleMs: 5_000 };
/** Only who waits for a silence waits briefly: on a busy machine an answer takes its time. */
const limitsFor = (kind: string) => (kind === "timeout" ? LIMITS : PATIENT);
const FRAME = new Int16Array(FRAME_SAMPLES).fill(1_000);
const sound = Buffer.alloc(1_280, Buffer.from([0x10, 0x20])).toString("base64");

async function framesOf(synthesizer: Synthesizer, signal = never): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of synthesizer.speak("Hello.", "elevenlabs:anna", signal)) frames.push(frame);
  return frames;
}

const voice = (created: Awaited<ReturnType<typeof server>>, limits = PATIENT) =>
  createElevenLabsSynthesizer(
    created.egress,
    { key: "secret", model: "flash", baseUrl: created.baseUrl },
    limits,
  );

/** Answers the end of a text. */
const atEnd = (answer: (socket: WebSocket) => void) => (socket: WebSocket) =>
  socket.on("message", (data) => {
    if (data.toString() === '{"text":""}') answer(socket);
  });

it("speaks what ElevenLabs streams, after a first handshake that failed", async () => {
  const created = await server(
    atEnd((socket) => {
      socket.send(JSON.stringify({ audio: sound, isFinal: null }));
      socket.send(JSON.stringify({ audio: sound }));
      socket.send(JSON.stringify({ audio: null, isFinal: true }));
    }),
    [503],
  );
  const frames = await framesOf(voice(created));
  expect([frames.length, frames[3]?.[0]]).toEqual([4, 0x2010]);
  expect(created.seen[1]?.url).toContain("/v1/text-to-speech/anna/stream-input?model_id=flash");
  expect(created.seen[1]?.headers["xi-api-key"]).toBe("secret");
});

it.each<[string, (socket: WebSocket) => void, string]>([
  ["stalls", (socket) => socket.send(JSON.stringify({ audio: sound })), "timeout"],
  ["cuts off", (socket) => socket.terminate(), "unavailable"],
  ["sends garbage", (socket) => socket.send("<html>"), "invalid_response"],
  ["sends half a sample", (socket) => socket.send(JSON.stringify({ audio: "AAAA" })), "invalid_response"],
  ["sends far too much", (socket) => socket.send("x".repeat(200_000)), "unavailable"],
  ["refuses", (socket) => socket.send(JSON.stringify({ error: "quota", code: 1008 })), "refused"],
])("says what is wrong where ElevenLabs %s", async (_, answer, kind) => {
  const created = await server(atEnd(answer));
  await expect(framesOf(voice(created, limitsFor(kind)))).rejects.toMatchObject({
    provider: "elevenlabs",
    kind,
  });
});

it("loses no message that comes with the handshake", async () => {
  const created = await server((socket) => {
    socket.send(
      JSON.stringify({ message: "A secret of yours", error: "voice_id_does_not_exist", code: 1008 }),
    );
    socket.close(1008);
  });
  for (let n = 0; n < 20; n++) {
    const failure = await framesOf(voice(created)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "refused", reason: "voice_id_does_not_exist" });
    expect(JSON.stringify(failure)).not.toContain("secret");
  }
});

it("goes nowhere inside, and takes a wrong key for what it is", async () => {
  const created = await server(() => {}, [401]);
  await expect(framesOf(voice(created))).rejects.toMatchObject({ kind: "refused" });
  expect(created.seen.length).toBe(1);
  const egress = createHttpClient({ allowedHosts: [] });
  closers.push(() => egress.close());
  await expect(framesOf(voice({ ...created, egress }))).rejects.toMatchObject({ kind: "refused" });
  expect(created.seen.length).toBe(1);
});

it("falls silent at once when it is told to", async () => {
  const created = await server(atEnd((socket) => socket.send(JSON.stringify({ audio: sound }))));
  const control = new AbortController();
  let frames = 0;
  for await (const _ of voice(created).speak("Hello.", "elevenlabs:anna", control.signal)) {
    frames += 1;
    control.abort();
  }
  expect(frames).toBeLessThanOrEqual(2);
});

const results = (transcript: string, more: object) =>
  JSON.stringify({
    type: "Results",
    is_final: true,
    channel: { alternatives: [{ transcript, confidence: 0.8 }] },
    ...more,
  });

async function transcribe(
  created: Awaited<ReturnType<typeof server>>,
  limits = PATIENT,
  partial?: (text: string) => void,
): Promise<Transcription> {
  const transcriber = createDeepgramTranscriber(
    created.egress,
    { key: "secret", model: "nova", baseUrl: created.baseUrl },
    limits,
  );
  const utterance = transcriber.begin({ kind: "open", language: "en-US" }, partial ? { partial } : {}, never);
  for (let i = 0; i < 5; i++) utterance.push(FRAME);
  return utterance.finish();
}

it("hears what Deepgram writes, partial and final, with all that was said before the socket was open", async () => {
  let bytes = 0;
  const created = await server((socket) => {
    socket.on("message", (data, binary) => {
      if (binary) bytes += (data as Buffer).length;
      else if (data.toString() === '{"type":"Finalize"}') {
        socket.send('{"type":"Metadata"}');
        socket.send(results("next", { is_final: false }));
        socket.send(results("next Tuesday", {}));
        socket.send(results("at two", { from_finalize: true }));
      }
    });
  });
  const partials: string[] = [];
  const answer = await transcribe(created, PATIENT, (text) => partials.push(text));
  expect(answer).toEqual({ text: "next Tuesday at two", confidence: 0.8, understood: true });
  expect(partials[0]).toBe("next");
  expect(bytes).toBe(5 * FRAME_SAMPLES * 2);
  expect(created.seen[0]?.headers.authorization).toBe("Token secret");
});

it("opts each Deepgram connection out of keeping and training, the second try too", async () => {
  const created = await server(
    (socket) =>
      socket.on("message", (_data, binary) => {
        if (!binary) socket.send(results("Tuesday", { from_finalize: true }));
      }),
    [503],
  );
  await transcribe(created);
  const optOuts = created.seen.map(({ url }) =>
    new URL(url, created.baseUrl).searchParams.get("mip_opt_out"),
  );
  expect(optOuts).toEqual(["true", "true"]);
});

it("tells ElevenLabs to keep nothing where the workspace wants that, and says nothing where not", async () => {
  const talk = atEnd((socket) => {
    socket.send(JSON.stringify({ audio: sound }));
    socket.send(JSON.stringify({ audio: null, isFinal: true }));
  });
  const created = await server(talk);
  const account = { key: "secret", model: "flash", baseUrl: created.baseUrl };
  for (const zeroRetention of [true, false])
    await framesOf(createElevenLabsSynthesizer(created.egress, { ...account, zeroRetention }, PATIENT));
  const logging = created.seen.map(({ url }) =>
    new URL(url, created.baseUrl).searchParams.get("enable_logging"),
  );
  expect(logging).toEqual(["false", null]);
});

it.each<[string, (socket: WebSocket) => void, string]>([
  ["stalls", () => {}, "timeout"],
  ["cuts off", (socket) => socket.terminate(), "unavailable"],
  ["sends garbage", (socket) => socket.send("garbage"), "invalid_response"],
  ["sends other results", (socket) => socket.send('{"type":"Results"}'), "invalid_response"],
])("says what is wrong where Deepgram %s", async (_, answer, kind) => {
  const created = await server((socket) =>
    socket.on("message", (data) => data.toString().includes("Finalize") && answer(socket)),
  );
  await expect(transcribe(created, limitsFor(kind))).rejects.toMatchObject({ provider: "deepgram", kind });
});
