import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers one request. */
export type Reply =
  /** Text in pieces, `pauseMs` apart, streamed or whole as the request asks. */
  | { kind: "text"; chunks: readonly string[]; pauseMs?: number }
  /** Tool calls; when streamed, the arguments come in pieces of `pieceChars` characters (default 7). */
  | {
      kind: "tools";
      calls: readonly { name: string; arguments: unknown }[];
      text?: string;
      pieceChars?: number;
    }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  /** Bytes as they are, then the end, or the connection torn if `tear`. */
  | { kind: "raw"; body: string; contentType?: string; tear?: boolean }
  /** Takes the request and says nothing. */
  | { kind: "hang" }
  /** Streams these pieces and then says nothing more. */
  | { kind: "hang_midway"; chunks: readonly string[] }
  /** Tears the connection before any answer. */
  | { kind: "reset" }
  /** Streams without end as fast as it is read. */
  | { kind: "endless" };

export type SeenRequest = {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: {
    model?: unknown;
    stream?: boolean;
    messages?: unknown[];
    tools?: unknown[];
    [key: string]: unknown;
  };
};

type Script = Reply | ((request: SeenRequest) => Reply);

export type OpenAiServer = {
  /** With `/v1`, for a credential's `base_url`. */
  readonly baseUrl: string;
  /** `127.0.0.1:<port>`, for an allow-list. */
  readonly host: string;
  readonly requests: readonly SeenRequest[];
  /** Replies to the next requests, in order; the last one stays for all that follow. */
  script(...replies: Script[]): void;
  /** Resolves when the client has closed the connection of the latest reply that was left open. */
  clientGone(): Promise<void>;
  close(): Promise<void>;
};

/** A stand-in for an OpenAI-compatible server: real HTTP on loopback, answering `/chat/completions` by script. */
export async function startOpenAiServer(): Promise<OpenAiServer> {
  const requests: SeenRequest[] = [];
  let scripts: Script[] = [{ kind: "text", chunks: ["Hello."] }];
  let gone: Promise<void> = Promise.resolve();

  const server = createServer(async (req, res) => {
    gone = new Promise<void>((done) => res.on("close", () => done()));
    const request: SeenRequest = { path: req.url ?? "", headers: req.headers, body: await readJson(req) };
    requests.push(request);
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? ({ kind: "hang" } as const);
    await answer(res, typeof script === "function" ? script(request) : script, request.body.stream === true);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl: `http://${host}/v1`,
    host,
    requests,
    script: (...replies) => {
      scripts = replies;
    },
    clientGone: () => gone,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readJson(req: IncomingMessage): Promise<SeenRequest["body"]> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  return JSON.parse(text) as SeenRequest["body"];
}

const EVENTS = { "content-type": "text/event-stream", "cache-control": "no-cache" };
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

async function answer(res: ServerResponse, reply: Reply, streamed: boolean): Promise<void> {
  switch (reply.kind) {
    case "hang":
      return;
    case "reset":
      res.destroy();
      return;
    case "status":
      res.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      res.end(reply.body ?? JSON.stringify({ error: { message: "scripted", type: "scripted" } }));
      return;
    case "raw":
      res.writeHead(200, { "content-type": reply.contentType ?? "text/event-stream" });
      if (reply.tear) res.write(reply.body, () => res.destroy());
      else res.end(reply.body);
      return;
    case "hang_midway":
      res.writeHead(200, EVENTS);
      for (const chunk of reply.chunks) res.write(event({ content: chunk }));
      return;
    case "endless":
      endless(res);
      return;
    case "text":
      if (streamed) return await streamText(res, reply.chunks, reply.pauseMs ?? 0);
      for (const _ of reply.chunks) await pause(reply.pauseMs ?? 0);
      whole(res, reply.chunks.join(""), []);
      return;
    case "tools":
      if (streamed) streamTools(res, reply);
      else whole(res, reply.text ?? null, reply.calls);
  }
}

function endless(res: ServerResponse): void {
  res.writeHead(200, EVENTS);
  const piece = event({ content: "x".repeat(8_192) });
  const more = (): void => {
    while (!res.destroyed && res.write(piece));
  };
  res.on("drain", more);
  more();
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function streamText(res: ServerResponse, chunks: readonly string[], pauseMs: number): Promise<void> {
  res.writeHead(200, EVENTS);
  res.write(event({ role: "assistant", content: "" }));
  for (const chunk of chunks) {
    if (pauseMs > 0) await pause(pauseMs);
    res.write(event({ content: chunk }));
  }
  finish(res, "stop");
}

function streamTools(res: ServerResponse, reply: Extract<Reply, { kind: "tools" }>): void {
  res.writeHead(200, EVENTS);
  if (reply.text !== undefined) res.write(event({ content: reply.text }));
  for (const [index, call] of reply.calls.entries()) {
    const id = `call_${index}`;
    res.write(
      event({ tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] }),
    );
    for (const piece of pieces(text(call.arguments), reply.pieceChars ?? 7)) {
      res.write(event({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  finish(res, "tool_calls");
}

function finish(res: ServerResponse, reason: string): void {
  res.write(event({}, reason));
  res.write(`data: ${JSON.stringify({ id: "chatcmpl-1", choices: [], usage: USAGE })}\n\n`);
  res.end("data: [DONE]\n\n");
}

function whole(
  res: ServerResponse,
  content: string | null,
  calls: readonly { name: string; arguments: unknown }[],
): void {
  const toolCalls = calls.map((call, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: text(call.arguments) },
  }));
  const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls: toolCalls }) };
  const choice = { index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" };
  res.writeHead(200, { "content-type": "application/json" });
  res.end(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_700_000_000,
      model: "stand-in",
      choices: [choice],
      usage: USAGE,
    }),
  );
}

function event(delta: Record<string, unknown>, finishReason: string | null = null): string {
  const chunk = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "stand-in",
  };
  return `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}

/** A string stands for arguments that are sent as they are, broken JSON included. */
const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function pieces(whole: string, chars: number): string[] {
  const cut: string[] = [];
  for (let at = 0; at < whole.length; at += chars) cut.push(whole.slice(at, at + chars));
  return cut;
}
