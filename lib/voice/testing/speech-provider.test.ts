import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openSpeechProvider } from "./speech-provider";

let provider: Awaited<ReturnType<typeof openSpeechProvider>>;
beforeEach(async () => {
  provider = await openSpeechProvider(["yes"]);
});
afterEach(() => provider.close());

const NOVA = "/v1/listen?model=nova-3&encoding=linear16&sample_rate=16000&mip_opt_out=true";
const FLUX = "/v2/listen?model=flux-general-en&encoding=linear16&sample_rate=16000&mip_opt_out=true";
const TOKEN = { authorization: "Token secret" };

/** The status of a handshake; 101 if it is accepted. */
async function handshake(path: string, headers: Record<string, string> = TOKEN): Promise<number> {
  const socket = new WebSocket(`ws://${provider.host}${path}`, { headers });
  return new Promise((resolve) => {
    socket.once("open", () => {
      resolve(101);
      socket.terminate();
    });
    socket.once("unexpected-response", (_, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on("error", () => undefined);
  });
}
/** The close code and reason after a message. */
async function closeAfter(path: string, message?: string | Buffer): Promise<[number, string]> {
  const socket = new WebSocket(`ws://${provider.host}${path}`, { headers: TOKEN });
  await once(socket, "open");
  const closed = once(socket, "close");
  if (message !== undefined) socket.send(message);
  const [code, reason] = (await closed) as [number, Buffer];
  return [code, reason.toString()];
}

describe("the handshake of the Deepgram stand-in", () => {
  it.each([
    [NOVA, TOKEN, 101],
    [`${NOVA}&endpointing=false&smart_format=true&interim_results=true&utterance_end_ms=1000`, TOKEN, 101],
    [`${FLUX}&eot_threshold=1.0&eot_timeout_ms=10000`, TOKEN, 101],
    [NOVA, {}, 401],
    [NOVA, { authorization: "Bearer secret" }, 401],
    [NOVA, { "xi-api-key": "secret" }, 401],
    [`${NOVA}&endpoint=false`, TOKEN, 400],
    [`${NOVA}&endpointing=no`, TOKEN, 400],
    [`${NOVA}&smart_format=1`, TOKEN, 400],
    [`${NOVA}&utterance_end_ms=1000`, TOKEN, 400],
    [`${NOVA}&keyterm=one,two`, TOKEN, 400],
    [`${NOVA}&eot_threshold=0.7`, TOKEN, 400],
    [NOVA.replace("&sample_rate=16000", ""), TOKEN, 400],
    [NOVA.replace("16000", "fast"), TOKEN, 400],
    [NOVA.replace("linear16", "mp3"), TOKEN, 400],
    [NOVA.replace("nova-3", "flux-general-en"), TOKEN, 400],
    [FLUX.replace("flux-general-en", "nova-3"), TOKEN, 400],
    [FLUX.replace("16000", "11025"), TOKEN, 400],
    [`${FLUX}&eot_threshold=0.4`, TOKEN, 400],
    [`${FLUX}&eot_timeout_ms=100`, TOKEN, 400],
    [`${FLUX}&smart_format=true`, TOKEN, 400],
    [`${FLUX}&language=en`, TOKEN, 400],
    [`${FLUX}&language_hint=en`, TOKEN, 400],
    ["/v3/listen", TOKEN, 404],
  ])("of %s with %j is answered %i", async (path, headers, status) => {
    expect(await handshake(path, headers as Record<string, string>)).toBe(status);
  });
});

describe("a socket of the Deepgram stand-in", () => {
  it.each([
    [NOVA, Buffer.alloc(0), 1008, "DATA-0000"],
    [NOVA, Buffer.alloc(3), 1008, "DATA-0000"],
    [NOVA, '{"type":"ForceEndTurn"}', 1008, "DATA-0000"],
    [NOVA, "garbage", 1008, "DATA-0000"],
    [NOVA, '{"type":"CloseStream"}', 1000, ""],
    [FLUX, '{"type":"KeepAlive"}', 1008, ""],
    [FLUX, '{"type":"Finalize"}', 1008, ""],
    [FLUX, '{"type":"CloseStream"}', 1005, ""],
  ])("of %s closes after %s", async (path, message, code, reason) => {
    expect(await closeAfter(path, message)).toEqual([code, reason]);
  });

  it("closes after a silence", async () => {
    provider.conduct.silenceMs = 20;
    expect(await closeAfter(NOVA)).toEqual([1011, "NET-0001"]);
  });
});

describe("a request of the ElevenLabs stand-in", () => {
  const BODY = { text: "Hello.", model_id: "eleven_flash_v2_5" };
  const PATH = "/v1/text-to-speech/anna/stream?output_format=pcm_16000";
  const KEY = { "xi-api-key": "secret" };
  it.each<[string, string, object, Record<string, string>, number, string | undefined]>([
    ["is served", PATH, BODY, KEY, 200, undefined],
    ["without a key", PATH, BODY, {}, 401, "invalid_api_key"],
    ["with a key of another header", PATH, BODY, { authorization: "Bearer x" }, 401, "invalid_api_key"],
    ["with an unknown parameter", `${PATH}&speed=2`, BODY, KEY, 422, "invalid_parameters"],
    [
      "with a deprecated parameter",
      `${PATH}&optimize_streaming_latency=4`,
      BODY,
      KEY,
      422,
      "invalid_parameters",
    ],
    ["for an unknown format", PATH.replace("pcm_16000", "pcm_16k"), BODY, KEY, 422, "invalid_parameters"],
    ["with an unknown field", PATH, { ...BODY, model: "x" }, KEY, 422, "invalid_parameters"],
    ["with a field of a wrong type", PATH, { ...BODY, previous_text: 1 }, KEY, 422, "invalid_parameters"],
    ["without text", PATH, { ...BODY, text: "" }, KEY, 422, "invalid_parameters"],
    ["for an unknown voice", PATH.replace("anna", "bea"), BODY, KEY, 404, "voice_not_found"],
    [
      "that may not be unlogged",
      `${PATH}&enable_logging=false`,
      BODY,
      KEY,
      403,
      "zero_retention_mode_not_allowed",
    ],
    [
      "with a text too long",
      PATH,
      { ...BODY, text: "a".repeat(40_001) },
      KEY,
      400,
      "max_character_limit_exceeded",
    ],
  ])("%s", async (_, path, body, headers, status, code) => {
    const response = await fetch(`${provider.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(status);
    if (code !== undefined) expect(await response.json()).toMatchObject({ detail: { code, status: code } });
    else expect((await response.arrayBuffer()).byteLength).toBe(400 * 32);
  });
});
