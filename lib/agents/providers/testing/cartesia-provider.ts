import type { WebSocket } from "ws";
import { type Answer, isAudible, type ReceivedRequest, serveProvider, voiceSamples } from "./provider-server";

/**
 * A stand-in that refuses what Cartesia documents as wrong: docs.cartesia.ai/use-the-api/api-conventions,
 * docs.cartesia.ai/use-the-api/api-errors, docs.cartesia.ai/api-reference/tts/bytes,
 * docs.cartesia.ai/api-reference/stt/websocket and docs.cartesia.ai/build-with-cartesia/tts-models/api-changes, read on
 * 2026-11-25. It is stricter where the documentation is silent: it refuses fields and parameters that are not documented.
 */
export type CartesiaAccount = {
  key: string;
  voices: readonly string[];
  /** The plan's limit of concurrent requests is reached. */
  isBusy: boolean;
  /** The pieces of an audible utterance. */
  pieces: readonly string[] | ((audio: Buffer) => readonly string[]);
  /** `stall` accepts and stays silent; `cut` breaks off. */
  speaks: "work" | "stall";
  hears: "work" | "stall" | "cut";
};
const ACCOUNT: CartesiaAccount = {
  key: "sk_car_right",
  voices: ["anna"],
  isBusy: false,
  pieces: ["Next Tues", "day", " at two."],
  speaks: "work",
  hears: "work",
};

const VERSION = "2026-03-01";
const VOICE_MODELS = /^(?:sonic-latest|sonic-3(?:\.5)?(?:-\d{4}-\d{2}-\d{2})?)$/;
const SUNSET_MODELS = ["sonic", "sonic-english", "sonic-multilingual", "sonic-turbo-2025-03-07"];
const STT_MODELS = /^ink-(?:2|whisper)(?:-\d{4}-\d{2}-\d{2})?$/;
const FIELDS = [
  "model_id",
  "transcript",
  "voice",
  "output_format",
  "language",
  "generation_config",
  "save",
  "pronunciation_dict_id",
  "speed",
];
const RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];
const RAW_ENCODINGS = ["pcm_f32le", "pcm_s16le", "pcm_mulaw", "pcm_alaw"];
const STT_ENCODINGS = ["pcm_s16le", "pcm_s32le", "pcm_f16le", "pcm_f32le", "pcm_mulaw", "pcm_alaw"];
const PARAMETERS = [
  "model",
  "language",
  "encoding",
  "sample_rate",
  "keyterm",
  "max_silence_duration_secs",
  "min_volume",
];
const MAX_KEYTERMS = 100;
const MAX_KEYTERM_CHARACTERS = 1_200;

const REQUEST_ID = "550e8400-e29b-41d4-a716-446655440000";
const problem = (status: number, error_code: string, message: string) => ({
  status,
  body: { error_code, title: "Refused", message, request_id: REQUEST_ID },
});

function accessProblem({ headers }: ReceivedRequest, { key, isBusy }: CartesiaAccount) {
  if (headers["cartesia-version"] !== VERSION) return problem(400, "invalid_version", "No such version.");
  if (headers.authorization !== `Bearer ${key}`)
    return problem(401, "unauthorized", `Not known: ${headers.authorization}`);
  return isBusy ? problem(429, "concurrency_limited", "Too many concurrent requests") : null;
}

function speechProblem({ headers, body }: ReceivedRequest, { voices }: CartesiaAccount) {
  const bad = (code: string) => problem(400, code, `You sent ${body}`);
  if (headers["content-type"] !== "application/json") return bad("invalid_request");
  const input = JSON.parse(body) as Record<string, unknown>;
  if (Object.keys(input).some((name) => !FIELDS.includes(name))) return bad("invalid_request");
  const model = String(input.model_id);
  if (SUNSET_MODELS.includes(model)) return bad("model_sunsetted");
  if (!VOICE_MODELS.test(model)) return bad("model_not_found");
  if (typeof input.transcript !== "string" || input.transcript.trim() === "")
    return bad("invalid_transcript");
  if (input.language !== undefined && !/^[a-z]{2}$/.test(String(input.language)))
    return bad("invalid_language");
  const format = input.output_format as { container?: string; encoding?: string; sample_rate?: number };
  if (format?.container !== "raw" || !RAW_ENCODINGS.includes(format.encoding ?? ""))
    return bad("invalid_format");
  if (!RATES.includes(format.sample_rate ?? 0)) return bad("invalid_format");
  const voice = input.voice as { mode?: string; id?: string };
  if (voice?.mode !== "id") return bad("invalid_voice");
  return voices.includes(voice.id ?? "") ? null : problem(404, "voice_not_found", `You sent ${body}`);
}

function answer(request: ReceivedRequest, account: CartesiaAccount): Answer {
  const refused = accessProblem(request, account);
  if (refused !== null) return refused;
  const route = `${request.method} ${request.url.pathname}`;
  if (route === "GET /voices")
    return { status: 200, body: { data: account.voices.map((id) => ({ id })), has_more: false } };
  if (route !== "POST /tts/bytes") return problem(404, "not_found", "No such endpoint.");
  const wrong = speechProblem(request, account);
  if (wrong !== null) return wrong;
  if (account.speaks === "stall") return "stall";
  const { output_format } = JSON.parse(request.body) as { output_format: { sample_rate: number } };
  return { status: 200, body: voiceSamples(output_format.sample_rate, 400) };
}

/** The problem of a connection's parameters, as Cartesia reports it in the first message. */
function parameterProblem({ searchParams: query }: URL) {
  const bad = (code: string) => problem(400, code, `You sent ${query}`);
  for (const name of query.keys()) if (!PARAMETERS.includes(name)) return bad("invalid_request");
  const model = query.get("model") ?? "";
  if (!STT_MODELS.test(model)) return bad("model_not_found");
  if (!STT_ENCODINGS.includes(query.get("encoding") ?? "")) return bad("invalid_encoding");
  if (!(Number(query.get("sample_rate")) >= 8_000)) return bad("invalid_sample_rate");
  const isEnglishOnly = model.startsWith("ink-2");
  if (isEnglishOnly && (query.get("language") ?? "en") !== "en") return bad("invalid_language");
  const terms = query.getAll("keyterm");
  const characters = terms.reduce((sum, term) => sum + term.length, 0);
  if (terms.length > 0 && !isEnglishOnly) return bad("invalid_request");
  return terms.length > MAX_KEYTERMS || characters > MAX_KEYTERM_CHARACTERS ? bad("invalid_request") : null;
}

function talk(socket: WebSocket, { url }: ReceivedRequest, account: CartesiaAccount): void {
  socket.on("error", () => undefined);
  const send = (message: object) => socket.send(JSON.stringify({ ...message, request_id: REQUEST_ID }));
  const refuse = ({ status, body }: ReturnType<typeof problem>) => {
    send({ type: "error", status_code: status, ...body });
    socket.close(1008);
  };
  const wrong = parameterProblem(url);
  if (wrong !== null) {
    refuse(wrong);
    return;
  }
  let audio = Buffer.alloc(0);
  const flush = () => {
    const words = typeof account.pieces === "function" ? account.pieces(audio) : account.pieces;
    const pieces = isAudible(audio) ? words : [];
    audio = Buffer.alloc(0);
    for (const text of pieces) {
      send({ type: "transcript", is_final: false, text: text.slice(0, -1) });
      send({ type: "transcript", is_final: true, text, duration: 1, language: "en", words: [] });
    }
  };
  function obey(command: string): void {
    if (command !== "finalize" && command !== "close") refuse(problem(400, "invalid_command", command));
    else if (account.hears === "cut") socket.terminate();
    else if (account.hears === "work") {
      flush();
      send({ type: command === "finalize" ? "flush_done" : "done" });
      if (command === "close") socket.close();
    }
  }
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (!isBinary) obey(data.toString());
    else if (data.length % 2 !== 0) refuse(problem(400, "invalid_audio", "Half a sample."));
    else audio = Buffer.concat([audio, data]);
  });
}

/** Starts the stand-in on this machine. `account` can be changed while it runs. */
export async function startCartesiaProvider(changes: Partial<CartesiaAccount> = {}) {
  const account: CartesiaAccount = { ...ACCOUNT, ...changes };
  const server = await serveProvider({
    answer: (request) => answer(request, account),
    refuse: (request) =>
      request.url.pathname === "/stt/websocket"
        ? accessProblem(request, account)
        : problem(404, "not_found", "No such endpoint."),
    talk: (socket, request) => talk(socket, request, account),
  });
  return { ...server, account, baseUrl: `http://${server.host}` };
}
