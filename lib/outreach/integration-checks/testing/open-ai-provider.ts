import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * An OpenAI-compatible server of models and speech that refuses what OpenAI refuses. Source:
 * platform.openai.com/docs/guides/error-codes and platform.openai.com/docs/api-reference, read on 2026-11-22.
 */
export type OpenAiAccount = {
  key: string;
  models: readonly string[];
  /** Models that take `max_completion_tokens` alone, as OpenAI's reasoning models do. */
  reasoningModels: readonly string[];
  voices: readonly string[];
  hasQuota: boolean;
  /** The response of `/models`: some servers have none, and restricted keys cannot read it. */
  lists: 200 | 403 | 404;
  /** Responds with this status, or "hang" or "page" (HTML), to every request. */
  always: number | "hang" | "page" | null;
};

const ACCOUNT: OpenAiAccount = {
  key: "sk-right-key-0123456789",
  models: ["small", "tts-1", "whisper-1"],
  reasoningModels: [],
  voices: ["alloy"],
  hasQuota: true,
  lists: 200,
  always: null,
};

type ReceivedRequest = { method: string; path: string; body: string; headers: IncomingMessage["headers"] };
type Answer = { status: number; body: object | Buffer };

const error = (
  status: number,
  code: string | null,
  message: string,
  param: string | null = null,
): Answer => ({
  status,
  body: { error: { message, type: "invalid_request_error", param, code } },
});

const CHAT_FIELDS = ["model", "messages", "max_tokens", "max_completion_tokens", "stream", "store"];

function completion(account: OpenAiAccount, { body }: ReceivedRequest): Answer {
  const input = JSON.parse(body) as Record<string, unknown>;
  for (const name of Object.keys(input))
    if (!CHAT_FIELDS.includes(name))
      return error(400, "unknown_parameter", `Unknown parameter: '${name}'.`, name);
  const model = String(input.model);
  const isReasoning = account.reasoningModels.includes(model);
  if (!isReasoning && !account.models.includes(model))
    return error(404, "model_not_found", `The model '${model}' does not exist. You sent ${body}`);
  if (isReasoning && "max_tokens" in input)
    return error(400, "unsupported_parameter", "Use 'max_completion_tokens' instead.", "max_tokens");
  if (!account.hasQuota) return error(429, "insufficient_quota", "You exceeded your current quota.");
  const message = { role: "assistant", content: "Hi" };
  const choices = [{ index: 0, message, finish_reason: "length" }];
  return { status: 200, body: { id: "chatcmpl-1", object: "chat.completion", choices } };
}

function speech(account: OpenAiAccount, { body }: ReceivedRequest): Answer {
  const { model, voice, input } = JSON.parse(body) as Record<string, string>;
  if (!account.models.includes(model ?? "")) return error(404, "model_not_found", "No such model.");
  if (!account.voices.includes(voice ?? ""))
    return error(400, "invalid_value", `Invalid value: '${voice}' for '${input}'.`, "voice");
  return account.hasQuota
    ? { status: 200, body: Buffer.alloc(4_800, Buffer.from([0x10, 0x20])) }
    : error(429, "insufficient_quota", "You exceeded your current quota.");
}

function transcription(account: OpenAiAccount, { body }: ReceivedRequest): Answer {
  const model = /name="model"\r\n\r\n([^\r]+)/.exec(body)?.[1] ?? "";
  if (!body.includes("RIFF")) return error(400, "invalid_value", "No file.", "file");
  return account.models.includes(model)
    ? { status: 200, body: { text: "" } }
    : error(404, "model_not_found", "No such model.");
}

function answerTo(account: OpenAiAccount, request: ReceivedRequest): Answer {
  if (typeof account.always === "number") return error(account.always, null, `You sent ${request.body}`);
  if (request.headers.authorization !== `Bearer ${account.key}`)
    return error(401, "invalid_api_key", `Incorrect API key provided: ${request.headers.authorization}.`);
  switch (`${request.method} ${request.path}`) {
    case "GET /v1/models":
      return account.lists === 200
        ? { status: 200, body: { object: "list", data: account.models.map((id) => ({ id })) } }
        : error(account.lists, null, "Missing scopes: api.model.read.");
    case "POST /v1/chat/completions":
      return completion(account, request);
    case "POST /v1/audio/speech":
      return speech(account, request);
    case "POST /v1/audio/transcriptions":
      return transcription(account, request);
    default:
      return error(404, null, "Not found.");
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const isSound = Buffer.isBuffer(body);
  response.writeHead(status, { "content-type": isSound ? "audio/pcm" : "application/json" });
  response.end(isSound ? body : JSON.stringify(body));
}

/** Starts the server on loopback; `account` may be changed while it runs, and `asked` is what it was asked. */
export async function startOpenAiProvider() {
  const account: OpenAiAccount = { ...ACCOUNT };
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "/", headers } = request;
    const received: ReceivedRequest = { method, path: url, body: await readBody(request), headers };
    requests.push(received);
    if (account.always === "hang") return;
    if (account.always === "page") response.end("<html>Sign in</html>");
    else send(response, answerTo(account, received));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ account, asked: requests, host, baseUrl: `http://${host}/v1` },
    reset: () => {
      Object.assign(account, ACCOUNT);
      requests.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
