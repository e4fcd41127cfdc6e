import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createHttpClient } from "@/lib/platform/egress";
import { synthesizerWithFallback, transcriberWithFallback } from "@/lib/voice/providers/fallback";
import type { Expectation, ProviderFailure, Synthesizer, Transcriber, Transcription } from "../speech-port";
import { FALLBACK_TRANSCRIBER } from "../testing/trial";
import { createOpenAiSynthesizer } from "./synthesizer";
import { createOpenAiTranscriber } from "./transcriber";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A stand-in for a server of the protocol: answers its requests in turn, the last one for ever. */
async function server(...answers: Answer[]) {
  const requests: { path: string; authorization: string | undefined; body: string }[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("latin1");
    requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    (answers[requests.length - 1] ?? answers.at(-1))?.(request, response, body);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const egress = createHttpClient({ allowedHosts: [host] });
  closers.push(async () => {
    await egress.close();
    http.closeAllConnections();
    await new Promise((done) => http.close(done));
  });
  return { seen: requests, egress, account: { baseUrl: `http://${host}/v1`, key: "secret" } };
}

const never = new AbortController().signal;
const FRAME = new Int16Array(FRAME_SAMPLES).fill(1_000);
const ASKED: Expectation = { kind: "choice", choices: ["Red", "Blue"], language: "en-US" };

/** A tenth of a second of a voice at 24 kHz. */
const VOICE = Buffer.alloc(4_800, Buffer.from([0x10, 0x20]));

async function framesOf(synthesizer: Synthesizer, signal = never): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of synthesizer.speak("Hello.", "openai-compatible:alloy", signal))
    frames.push(frame);
  return frames;
}

function hear(transcriber: Transcriber, signal = never): Promise<Transcription> {
  const utterance = transcriber.begin(ASKED, {}, signal);
  for (let i = 0; i < 5; i++) utterance.push(FRAME);
  return utterance.finish();
}

const BUILTIN_SYNTHESIZER: Synthesizer = {
  name: "builtin",
  async *speak(_, voice) {
    if (voice === "builtin:slt") yield FRAME;
  },
  close() {},
};

it("speaks what the server streams, cut anywhere", async () => {
  const { egress, account, seen } = await server((_, response) => {
    response.write(VOICE.subarray(0, 1_001));
    setImmediate(() => response.end(VOICE.subarray(1_001)));
  });
  const frames = await framesOf(createOpenAiSynthesizer(egress, account, "tts-1"));
  expect(frames.length).toBe(5);
  expect(frames[3]?.[100]).toBeCloseTo(0x2010, -2);
  expect(seen[0]).toMatchObject({ path: "/v1/audio/speech", authorization: "Bearer secret" });
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
    model: "tts-1",
    input: "Hello.",
    voice: "alloy",
    response_format: "pcm",
  });
});

it("hears what the server writes, with the choices as a hint", async () => {
  const { egress, account, seen } = await server((_, response) => response.end('{"text":" Red. "}'));
  const transcript = await hear(createOpenAiTranscriber(egress, account, "whisper-1"));
  expect(transcript).toEqual({ text: "Red.", confidence: 0.9, understood: true });
  expect(seen[0]?.body).toContain('name="prompt"\r\n\r\nRed, Blue');
  expect(seen[0]?.body).toContain("RIFF");
});

it("asks once more where the server is busy or gone, and no more", async () => {
  const busy = await server(
    (_, response) => response.writeHead(503).end(),
    (_, response) => response.end(VOICE),
  );
  expect((await framesOf(createOpenAiSynthesizer(busy.egress, busy.account, "m"))).length).toBe(5);
  const disconnecting = await server((request) => request.socket.destroy());
  await expect(
    framesOf(createOpenAiSynthesizer(disconnecting.egress, disconnecting.account, "m")),
  ).rejects.toMatchObject({
    provider: "openai-compatible",
    kind: "unavailable",
  });
  expect(disconnecting.seen.length).toBe(2);
});

it.each<[string, Answer, string]>([
  ["refuses the key", (_, response) => response.writeHead(401).end('{"error":"secret"}'), "refused"],
  ["limits us", (_, response) => response.writeHead(429).end(), "rate_limited"],
  ["answers a page", (_, response) => response.end("<html>Sign in</html>"), "invalid_response"],
  ["answers nothing", (_, response) => response.end(), "invalid_response"],
  [
    "cuts off",
    (request, response) => {
      response.writeHead(200, { "content-length": "96000" });
      response.write(VOICE, () => request.socket.destroy());
    },
    "unavailable",
  ],
])("says what is wrong where the server %s", async (_, answer, kind) => {
  const { egress, account } = await server(answer);
  const failure: ProviderFailure = await framesOf(createOpenAiSynthesizer(egress, account, "m")).then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(failure).toMatchObject({ provider: "openai-compatible", kind });
  expect(failure.message).not.toContain("secret");
});

it("waits for no server that stalls, before its first byte or after", async () => {
  const limits = { firstByteMs: 50, idleMs: 50, timeoutMs: 5_000, maxBytes: 1_000_000 };
  const silent = await server(() => {});
  await expect(
    framesOf(createOpenAiSynthesizer(silent.egress, silent.account, "m", limits)),
  ).rejects.toMatchObject({
    kind: "timeout",
  });
  await expect(
    hear(createOpenAiTranscriber(silent.egress, silent.account, "m", limits)),
  ).rejects.toMatchObject({
    kind: "timeout",
  });
  const stalled = await server((_, response) => void response.write(VOICE));
  await expect(
    framesOf(createOpenAiSynthesizer(stalled.egress, stalled.account, "m", limits)),
  ).rejects.toMatchObject({
    kind: "timeout",
  });
});

it("takes an answer that is none for a failure", async () => {
  const { egress, account } = await server((_, response) => response.end('{"words":[]}'));
  await expect(hear(createOpenAiTranscriber(egress, account, "m"))).rejects.toMatchObject({
    kind: "invalid_response",
  });
});

it("goes nowhere inside", async () => {
  const { account } = await server((_, response) => response.end(VOICE));
  const egress = createHttpClient({ allowedHosts: [] });
  closers.push(() => egress.close());
  await expect(framesOf(createOpenAiSynthesizer(egress, account, "m"))).rejects.toMatchObject({
    kind: "refused",
  });
});

it("ends at once when the caller has hung up", async () => {
  const { egress, account } = await server((_, response) => response.write(VOICE));
  const control = new AbortController();
  let frames = 0;
  const synthesizer = createOpenAiSynthesizer(egress, account, "m");
  for await (const _ of synthesizer.speak("Hello.", "openai-compatible:alloy", control.signal)) {
    frames += 1;
    control.abort();
  }
  expect(frames).toBeLessThanOrEqual(5);
});

/** A provider that fails is never late, however busy the machine is. */
const PATIENT_MS = 20_000;
const PATIENT = {
  firstByteMs: PATIENT_MS,
  idleMs: PATIENT_MS,
  timeoutMs: PATIENT_MS,
  maxBytes: 1_000_000,
};

it("lets the built-in voice say what another failed to say, and asks the other no more for a while", async () => {
  const { egress, account, seen } = await server((_, response) => response.writeHead(500).end());
  const failures: string[] = [];
  const first = createOpenAiSynthesizer(egress, account, "m", PATIENT);
  const failed = ({ kind }: ProviderFailure) => failures.push(kind);
  const synthesizer = synthesizerWithFallback(first, BUILTIN_SYNTHESIZER, "builtin:slt", failed, PATIENT_MS);
  expect(await framesOf(synthesizer)).toEqual([FRAME]);
  expect(await framesOf(synthesizer)).toEqual([FRAME]);
  expect([failures, seen.length]).toEqual([["unavailable"], 1]);
});

it("lets the built-in transcriber hear what another failed to hear", async () => {
  const { egress, account } = await server((_, response) => response.writeHead(500).end());
  const failures: string[] = [];
  const first = createOpenAiTranscriber(egress, account, "m", PATIENT);
  const failed = ({ kind }: ProviderFailure) => failures.push(kind);
  const transcriber = transcriberWithFallback(first, FALLBACK_TRANSCRIBER, failed, PATIENT_MS);
  expect((await hear(transcriber)).text).toBe("5 frames");
  expect((await hear(transcriber)).text).toBe("5 frames");
  expect(failures).toEqual(["unavailable"]);
});

it("times out for a provider that never answers, and aborts its request", async () => {
  const failures: string[] = [];
  const failed = ({ provider, kind }: ProviderFailure) => failures.push(`${provider} ${kind}`);
  const never = new Promise<never>(() => undefined);
  let toldToStop = 0;
  const mute: Synthesizer = {
    name: "mute",
    async *speak(_, __, signal) {
      signal.addEventListener("abort", () => toldToStop++);
      yield await never;
    },
    close() {},
  };
  const deaf: Transcriber = {
    name: "deaf",
    begin: () => ({ push() {}, finish: () => never, abort: () => toldToStop++ }),
    close() {},
  };
  const synthesizer = synthesizerWithFallback(mute, BUILTIN_SYNTHESIZER, "builtin:slt", failed, 20);
  expect(await framesOf(synthesizer)).toEqual([FRAME]);
  const transcriber = transcriberWithFallback(deaf, FALLBACK_TRANSCRIBER, failed, 20);
  expect((await hear(transcriber)).text).toBe("5 frames");
  expect([failures, toldToStop]).toEqual([["mute timeout", "deaf timeout"], 2]);
});
