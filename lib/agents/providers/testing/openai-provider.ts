import type { WebSocket } from "ws";
import { z } from "zod";
import { type Answer, isAudible, type ReceivedRequest, serveProvider, voiceSamples } from "./provider-server";

/**
 * A stand-in that refuses what OpenAI documents as wrong: developers.openai.com/api/docs/guides/error-codes,
 * developers.openai.com/api/docs/guides/realtime-transcription, developers.openai.com/api/docs/guides/text-to-speech,
 * github.com/openai/openai-node (src/resources/realtime/realtime.ts) and
 * github.com/crmitchelmore/justspeaktoit/pull/427 for the address, read on 2026-11-25. Fields that are not documented are
 * refused.
 */
export type OpenAiSpeechAccount = {
  key: string;
  /** Models by their day of shutdown. */
  models: Readonly<Record<string, string | null>>;
  voices: readonly string[];
  hasQuota: boolean;
  /** The deltas of every audible utterance. */
  deltas: readonly string[];
  speaks: "work" | "stall";
  hears: "work" | "stall" | "cut" | "fail";
  /**
   * How the realtime protocol is served: as by OpenAI; as by a compatible server, which takes the model in the address; by
   * a server that ignores the fields of a session that it does not know, as speaches does; or not at all.
   */
  realtime: "openai" | "compatible" | "ignores" | "none";
};
const ACCOUNT: OpenAiSpeechAccount = {
  key: "sk-right",
  models: {
    "gpt-4o-mini-tts": "2027-01-06",
    "tts-1": "2027-01-06",
    "gpt-live-transcribe": null,
    "gpt-realtime-whisper": null,
    "gpt-4o-transcribe": "2027-02-26",
  },
  voices: ["alloy", "marin", "voice_1234"],
  hasQuota: true,
  deltas: ["Next", " Tuesday", " at two."],
  speaks: "work",
  hears: "work",
  realtime: "openai",
};

type ErrorObject = { message: string; type: string; code: string | null; param: string | null };
const errorObject = (code: string | null, type = "invalid_request_error"): ErrorObject => ({
  message: "Refused, with what you sent.",
  type,
  code,
  param: null,
});
const problem = (status: number, code: string | null): { status: number; body: object } => ({
  status,
  body: { error: errorObject(code) },
});

function accessProblem({ headers }: ReceivedRequest, { key, hasQuota }: OpenAiSpeechAccount) {
  if (headers.authorization !== `Bearer ${key}`) return problem(401, "invalid_api_key");
  return hasQuota ? null : problem(429, "insufficient_quota");
}

const SpeechBody = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4_096),
  voice: z.union([z.string(), z.strictObject({ id: z.string() })]),
  instructions: z.string().optional(),
  response_format: z.enum(["mp3", "opus", "aac", "flac", "wav", "pcm"]).optional(),
  speed: z.number().min(0.25).max(4).optional(),
  stream_format: z.enum(["sse", "audio"]).optional(),
});

function answer(request: ReceivedRequest, account: OpenAiSpeechAccount): Answer {
  const refused = accessProblem(request, account);
  if (refused !== null) return refused;
  const route = `${request.method} ${request.url.pathname}`;
  if (route === "GET /v1/models") {
    const data = Object.entries(account.models).map(([id, day]) => ({
      id,
      object: "model",
      shutdown_date: day,
    }));
    return { status: 200, body: { object: "list", data } };
  }
  if (route === "POST /v1/audio/transcriptions")
    return { status: 200, body: { text: account.deltas.join("") } };
  if (route !== "POST /v1/audio/speech") return problem(404, null);
  const body = SpeechBody.safeParse(JSON.parse(request.body));
  if (!body.success || body.data.response_format !== "pcm") return problem(400, "invalid_value");
  const { model, voice, instructions } = body.data;
  if (!(model in account.models)) return problem(404, "model_not_found");
  if (model.startsWith("tts-1") && instructions !== undefined) return problem(400, "unsupported_parameter");
  // A custom voice is an object, a built-in one a name.
  const id = typeof voice === "string" ? voice : voice.id;
  if (!account.voices.includes(id) || (typeof voice === "string") === id.startsWith("voice_"))
    return problem(400, "invalid_value");
  return account.speaks === "stall" ? "stall" : { status: 200, body: voiceSamples(24_000, 400) };
}

const Transcription = z.strictObject({
  model: z.string(),
  language: z.string().length(2).optional(),
  languages: z.array(z.string().length(2)).optional(),
  keywords: z.array(z.string()).optional(),
  prompt: z.string().optional(),
  delay: z.string().optional(),
});
const SessionUpdate = z.strictObject({
  type: z.literal("session.update"),
  event_id: z.string().optional(),
  session: z.strictObject({
    type: z.literal("transcription"),
    include: z.array(z.string()).optional(),
    audio: z.strictObject({
      input: z.strictObject({
        format: z.strictObject({ type: z.literal("audio/pcm"), rate: z.literal(24_000) }),
        transcription: Transcription,
        noise_reduction: z.strictObject({ type: z.string() }).nullish(),
        turn_detection: z.looseObject({}).nullish(),
      }),
    }),
  }),
});
type TranscriptionSession = z.output<typeof SessionUpdate>["session"];
const Append = z.strictObject({ type: z.literal("input_audio_buffer.append"), audio: z.base64() });

/** The code of what is wrong with a session; null for a right one. */
function sessionProblem(
  { audio: { input } }: TranscriptionSession,
  account: OpenAiSpeechAccount,
): string | null {
  const { model, language, languages, keywords, prompt } = input.transcription;
  if (!(model in account.models) || model.includes("tts")) return "invalid_model";
  const isLive = model === "gpt-live-transcribe";
  const isWhisper = model === "gpt-realtime-whisper";
  if ((isLive || isWhisper) && input.turn_detection !== null) return "invalid_value";
  const takesKeywords = isLive || model === "gpt-transcribe";
  if (!takesKeywords && (languages !== undefined || keywords !== undefined)) return "invalid_value";
  if (isWhisper && prompt !== undefined) return "invalid_value";
  return language !== undefined && languages !== undefined ? "invalid_value" : null;
}

/** A tenth of a second at 24 kHz. */
const MIN_COMMIT_BYTES = 4_800;

function talk(socket: WebSocket, { url }: ReceivedRequest, account: OpenAiSpeechAccount): void {
  socket.on("error", () => undefined);
  const send = (type: string, more: object = {}) =>
    socket.send(JSON.stringify({ type, event_id: "event_1", ...more }));
  const refuse = (code: string | null) => send("error", { error: errorObject(code) });
  // The model in the address opens a conversation at OpenAI, and is required by other servers.
  const namesModel = url.searchParams.has("model");
  const isTranscription =
    url.searchParams.get("intent") === "transcription" && namesModel === (account.realtime !== "openai");
  send("session.created", { session: { type: isTranscription ? "transcription" : "realtime" } });
  let session: TranscriptionSession | null = null;
  let audio = Buffer.alloc(0);

  function update(message: unknown): void {
    const parsed = SessionUpdate.safeParse(message);
    const isAllowed = parsed.success && isTranscription;
    const code = isAllowed ? sessionProblem(parsed.data.session, account) : "invalid_parameter";
    if (code === null && parsed.success) {
      session = parsed.data.session;
      const formerSession = { turn_detection: { type: "server_vad" }, input_audio_format: "pcm16" };
      send("session.updated", { session: account.realtime === "ignores" ? formerSession : session });
    } else refuse(code);
  }

  /** Answers a commit that is long enough. */
  function answerCommit(): void {
    const item = { item_id: "item_1", content_index: 0 };
    const type = "conversation.item.input_audio_transcription";
    send("input_audio_buffer.committed", { ...item, previous_item_id: null });
    if (account.hears === "fail")
      send(`${type}.failed`, { ...item, error: errorObject(null, "server_error") });
    if (account.hears !== "work") return;
    const deltas = isAudible(audio) ? account.deltas : [];
    for (const delta of deltas) send(`${type}.delta`, { ...item, delta });
    const usage = { type: "duration", seconds: 1 };
    send(`${type}.completed`, { ...item, transcript: deltas.join(""), usage });
    audio = Buffer.alloc(0);
  }

  function commit(): void {
    if (audio.length < MIN_COMMIT_BYTES) refuse("input_audio_buffer_commit_empty");
    else if (account.hears === "cut") socket.terminate();
    else answerCommit();
  }

  function append(message: unknown): void {
    const parsed = Append.safeParse(message);
    const bytes = Buffer.from(parsed.data?.audio ?? "", "base64");
    if (!parsed.success || bytes.length % 2 !== 0) refuse("invalid_value");
    else audio = Buffer.concat([audio, bytes]);
  }

  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type?: string };
    if (message.type === "session.update") update(message);
    else if (session === null) refuse("invalid_parameter");
    else if (message.type === "input_audio_buffer.commit") commit();
    else append(message);
  });
}

/** Starts the stand-in on this machine. `account` can be changed while it runs. */
export async function startOpenAiSpeechProvider(changes: Partial<OpenAiSpeechAccount> = {}) {
  const account: OpenAiSpeechAccount = { ...ACCOUNT, ...changes };
  const server = await serveProvider({
    answer: (request) => answer(request, account),
    refuse: (request) => {
      if (request.url.pathname !== "/v1/realtime" || account.realtime === "none") return problem(404, null);
      // The header of the beta selects sessions that refuse the events of today.
      if (request.headers["openai-beta"] !== undefined) return problem(400, "beta_api_shape_disabled");
      return accessProblem(request, account);
    },
    talk: (socket, request) => talk(socket, request, account),
  });
  return { ...server, account, baseUrl: `http://${server.host}/v1` };
}
