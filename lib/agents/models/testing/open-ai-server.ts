import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkKey, checkRequest, type Strictness } from "./check-request";
import { errorBody, type OpenAiError, unknownUrl } from "./open-ai-errors";
import type { Reply, SeenRequest } from "./reply";
import { writeReply } from "./write-reply";

/**
 * A model server for tests: the OpenAI chat-completions protocol over real HTTP on loopback.
 *
 * It is strict. Before a script answers, a request must pass the API's checks, and is otherwise rejected with
 * the API's status and error object: the key (401), the URL (404), unknown fields and wrong types, `messages`
 * (roles, empty content, tool messages without a tool call, tool calls without a result), `tools` (names,
 * JSON Schema, number), parameters that reasoning models do not accept, and the context's length. `rejected`
 * lists the rejected requests, so that a test can assert that the product sent nothing invalid. One check is
 * stricter than the API: blank content of a message, which other servers of the protocol reject.
 *
 * A script answers a valid request: a `Reply` (`reply.ts`), or a function of the request.
 * `well-behaved-model.ts` is a script that holds a whole conversation. `misbehaviors.ts` has named
 * misbehaviors to put in front of it. `lib/calls/calls/testing/misbehaving-model.ts` connects them to a
 * workspace.
 *
 * Sources, read on 2026-11-22:
 * - fields and types: https://github.com/openai/openai-openapi, `CreateChatCompletionRequest`
 * - statuses: https://platform.openai.com/docs/guides/error-codes
 * - order of tool messages: https://github.com/langchain-ai/task_mAIstro/issues/1,
 *   https://github.com/router-for-me/CLIProxyAPI/issues/2798
 * - null content: https://github.com/langchain-ai/langchainjs/issues/4153
 * - names and schemas of functions: https://github.com/github/github-mcp-server/issues/1548,
 *   https://github.com/FoundationAgents/OpenManus/issues/1162
 * - unknown fields: https://github.com/coroot/coroot/issues/698
 * - `max_tokens` of reasoning models: https://github.com/autohandai/code-cli/issues/77
 * - blank content elsewhere: https://github.com/anthropics/claude-code/issues/2307
 */
export type OpenAiServer = {
  /** Includes `/v1`, for a credential's `base_url`. */
  readonly baseUrl: string;
  /** `127.0.0.1:<port>`, for an allow list. */
  readonly host: string;
  readonly requests: readonly SeenRequest[];
  /** The requests that the API would have rejected, with its error. */
  readonly rejected: readonly OpenAiError[];
  /** The headers of `OPTIONS` requests, which are no API requests: they keep a connection open. */
  readonly options: readonly IncomingHttpHeaders[];
  /** Replies to the next requests, in order; the last one repeats. */
  script(...replies: Script[]): void;
  /** Changes the limits from the next request on. */
  restrict(strictness: Partial<Strictness>): void;
  /** Resolves when the client has closed the connection of the latest reply that was left open. */
  clientGone(): Promise<void>;
  close(): Promise<void>;
};

export type Script = Reply | ((request: SeenRequest) => Reply);

/** The key that a strict server requires. */
export const TEST_KEY = "sk-test-of-a-model-server";
const PATH = "/v1/chat/completions";

export async function startOpenAiServer(strictness: Partial<Strictness> = {}): Promise<OpenAiServer> {
  const requests: SeenRequest[] = [];
  const rejected: OpenAiError[] = [];
  const options: IncomingHttpHeaders[] = [];
  let strict: Strictness = { apiKey: TEST_KEY, ...strictness };
  let scripts: Script[] = [{ kind: "text", chunks: ["Hello."] }];
  let clientClosed: Promise<void> = Promise.resolve();

  const server = createServer(async (req, res) => {
    if (req.method === "OPTIONS") {
      options.push(req.headers);
      res.writeHead(405).end();
      return;
    }
    clientClosed = new Promise<void>((done) => res.on("close", () => done()));
    const body = await readJson(req);
    const request: SeenRequest = { path: req.url ?? "", headers: req.headers, body: body ?? {} };
    requests.push(request);
    const error = checkHttp(req, strict) ?? checkRequest(body, strict);
    if (error !== null) {
      rejected.push(error);
      rejectRequest(res, error);
      return;
    }
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? ({ kind: "hang" } as const);
    await writeReply(res, typeof script === "function" ? script(request) : script, body?.stream === true);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl: `http://${host}/v1`,
    host,
    requests,
    rejected,
    options,
    script: (...replies) => {
      scripts = replies;
    },
    restrict: (changed) => {
      strict = { ...strict, ...changed };
    },
    clientGone: () => clientClosed,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Reads the body; undefined if it is not a JSON object. */
async function readJson(req: IncomingMessage): Promise<SeenRequest["body"] | undefined> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  try {
    return JSON.parse(text) as SeenRequest["body"];
  } catch {
    return undefined;
  }
}

function checkHttp(req: IncomingMessage, strictness: Strictness): OpenAiError | null {
  const { method = "", url = "" } = req;
  if (method !== "POST" || url !== PATH) return unknownUrl(method, url);
  return checkKey(req.headers.authorization, strictness);
}

function rejectRequest(res: ServerResponse, error: OpenAiError): void {
  res.writeHead(error.status, { "content-type": "application/json" });
  res.end(errorBody(error));
}
