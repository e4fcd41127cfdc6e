import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type StreamedEvent, streamEvents } from "./api";
import type { ApiError } from "./api-error";

let stop: (() => void) | undefined;
beforeEach(() => {
  vi.stubGlobal("window", { location: { pathname: "/docs" } });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Received events, and how the stream ended. */
async function read(url: string): Promise<{ events: StreamedEvent[]; error?: ApiError }> {
  const events: StreamedEvent[] = [];
  try {
    for await (const event of streamEvents(url, { body: {} })) events.push(event);
    return { events };
  } catch (error) {
    return { events, error: error as ApiError };
  }
}

test("events come as they were sent, wherever the network cuts them into pieces", async () => {
  const url = await serve((request, response) => {
    expect(request.headers.accept).toBe("text/event-stream");
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 1000\n\n: alive\n\nevent: turn.del");
    setImmediate(() => response.end('ta\ndata: {"text":"Grüße"}\n\n'));
  });
  expect(await read(url)).toEqual({ events: [{ event: "turn.delta", data: { text: "Grüße" } }] });
});

test("a stream that is cut says that Parley cannot be reached, after what came before", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('event: turn.delta\ndata: {"text":"Hel"}\n\n', () => response.destroy());
  });
  const { events, error } = await read(url);
  expect(events).toHaveLength(1);
  expect(error).toMatchObject({ name: "ApiError", code: "unreachable" });
});

test("a request that fails while the browser is offline says so, as what was typed is kept", async () => {
  const url = await serve((request) => void request.socket.destroy());
  expect((await read(url)).error).toMatchObject({ code: "unreachable" });
  vi.stubGlobal("navigator", { onLine: false });
  expect((await read(url)).error).toMatchObject({
    code: "offline",
    message: "You are offline. Your changes are kept. Try again.",
  });
});

test("a problem is thrown with its code, as an answer and as a stream's last event alike", async () => {
  const problem = JSON.stringify({ status: 503, code: "unavailable", detail: "Try again shortly." });
  const refused = await serve((_request, response) => response.writeHead(503).end(problem));
  expect((await read(refused)).error).toMatchObject({ code: "unavailable", message: "Try again shortly." });
  stop?.();
  const ended = await serve((_request, response) => response.end(`event: error\ndata: ${problem}\n\n`));
  expect((await read(ended)).error).toMatchObject({ code: "unavailable", status: 503 });
});

test("a change carries the revision that it is based on as a strong entity tag", async () => {
  let sent: string | undefined;
  const url = await serve((request, response) => {
    sent = request.headers["if-match"];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end();
  });
  for await (const _ of streamEvents(url, { body: {}, ifMatch: "0190c6a4" }));
  expect(sent).toBe('"0190c6a4"');
});
