import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FinishReason, Reply } from "./reply";

const EVENTS = { "content-type": "text/event-stream", "cache-control": "no-cache" };
const JSON_TYPE = { "content-type": "application/json" };
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const ANSWER = { id: "chatcmpl-1", created: 1_700_000_000, model: "stand-in" };
/** Characters per piece, few as with real models, so that no JSON arrives whole. */
const PIECE_CHARS = 7;

type Text = Extract<Reply, { kind: "text" }>;
type Tools = Extract<Reply, { kind: "tools" }>;

/** Writes a reply like the API, streamed or whole. */
export async function writeReply(res: ServerResponse, reply: Reply, streamed: boolean): Promise<void> {
  switch (reply.kind) {
    case "hang":
      return;
    case "reset":
      res.destroy();
      return;
    case "status":
      res.writeHead(reply.status, { ...JSON_TYPE, ...reply.headers });
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
      streamEndlessly(res);
      return;
    case "refusal":
      if (!streamed) return writeWhole(res, { content: null, refusal: reply.text }, "stop");
      res.writeHead(200, EVENTS);
      res.write(event({ role: "assistant", refusal: reply.text }));
      return finishStream(res, "stop");
    case "text":
      return streamed ? await streamText(res, reply) : await writeText(res, reply);
    case "tools":
      if (reply.firstMs !== undefined) await pause(reply.firstMs);
      return streamed ? streamTools(res, reply) : writeTools(res, reply);
  }
}

function streamEndlessly(res: ServerResponse): void {
  res.writeHead(200, EVENTS);
  const piece = event({ content: "x".repeat(8_192) });
  const more = (): void => {
    while (!res.destroyed && res.write(piece));
  };
  res.on("drain", more);
  more();
}

async function streamText(res: ServerResponse, reply: Text): Promise<void> {
  const { chunks, finish = "stop", firstMs = 0, pauseMs = 0, tearAfter } = reply;
  res.writeHead(200, EVENTS);
  res.write(event({ role: "assistant", content: "", refusal: null }));
  if (firstMs > 0) await pause(firstMs);
  const sent = chunks.slice(0, tearAfter);
  for (const chunk of sent) {
    if (pauseMs > 0) await pause(pauseMs);
    res.write(event({ content: chunk }));
  }
  if (tearAfter === undefined) return finishStream(res, finish);
  // The written bytes are sent before the connection is reset.
  res.write(": torn\n\n", () => res.destroy());
}

async function writeText(res: ServerResponse, reply: Text): Promise<void> {
  const { chunks, finish = "stop", firstMs = 0, pauseMs = 0, tearAfter } = reply;
  if (firstMs + pauseMs > 0) await pause(firstMs + pauseMs * chunks.length);
  if (tearAfter !== undefined) return void res.destroy();
  writeWhole(res, { content: chunks.join("") }, finish);
}

function streamTools(res: ServerResponse, { text, calls, pieceChars = PIECE_CHARS }: Tools): void {
  res.writeHead(200, EVENTS);
  if (text !== undefined) res.write(event({ content: text }));
  for (const [index, call] of calls.entries()) {
    const id = `call_${index}`;
    const named = { index, id, type: "function", function: { name: call.name, arguments: "" } };
    res.write(event({ tool_calls: [named] }));
    for (const piece of pieces(argumentsText(call.arguments), pieceChars))
      res.write(event({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  finishStream(res, "tool_calls");
}

function writeTools(res: ServerResponse, { text, calls }: Tools): void {
  const toolCalls = calls.map((call, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: argumentsText(call.arguments) },
  }));
  writeWhole(res, { content: text ?? null, tool_calls: toolCalls }, "tool_calls");
}

function finishStream(res: ServerResponse, reason: FinishReason): void {
  res.write(event({}, reason));
  res.write(`data: ${JSON.stringify({ ...ANSWER, object: CHUNK, choices: [], usage: USAGE })}\n\n`);
  res.end("data: [DONE]\n\n");
}

function writeWhole(res: ServerResponse, message: Record<string, unknown>, reason: FinishReason): void {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: reason };
  res.writeHead(200, JSON_TYPE);
  res.end(JSON.stringify({ ...ANSWER, object: "chat.completion", choices: [choice], usage: USAGE }));
}

const CHUNK = "chat.completion.chunk";
function event(delta: Record<string, unknown>, finishReason: FinishReason | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ ...ANSWER, object: CHUNK, choices })}\n\n`;
}

/** A string is sent as the arguments unchanged, including invalid JSON. */
const argumentsText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function pieces(whole: string, chars: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < whole.length; at += chars) parts.push(whole.slice(at, at + chars));
  return parts;
}
