import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { LIMITS } from "@/lib/platform/limits";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { route } from ".";
import type { RouteTable } from "./api-listener";
import { makeServer } from "./server";
import type { Handler } from "./spec";

const PATIENCE = { timeout: 10_000, interval: 20 };

/** A handler without the kernel, which returns its peer and parameters. */
const echo = Object.assign(
  async (request: Request, { params }: Parameters<Handler>[1]) =>
    Response.json({ params: await params, method: request.method }, { headers: { "X-Echo": "yes" } }),
  { spec: { summary: "Echo", capability: null } },
) satisfies Handler;

const aborted = vi.fn();
const streamEnded = vi.fn();
const sized = route(
  {
    summary: "Count",
    capability: null,
    body: z.strictObject({ text: z.string() }),
    response: z.object({ size: z.number() }),
  },
  async (_, { body }) => ({ size: body.text.length }),
);
const arrived = vi.fn();
const slow = Object.assign(
  (request: Request) =>
    new Promise<Response>((done) => {
      arrived();
      request.signal.addEventListener("abort", () => {
        aborted();
        done(new Response(null));
      });
    }),
  { spec: { summary: "Slow", capability: null } },
) satisfies Handler;
const events = Object.assign(
  async () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("event: first\n\n")),
        cancel: streamEnded,
      }),
      { headers: { "Content-Type": "text/event-stream" } },
    ),
  { spec: { summary: "Events", capability: null, events: {} } },
) satisfies Handler;
const broken = Object.assign(
  async (): Promise<Response> => {
    throw new Error("secret words");
  },
  { spec: { summary: "Broken", capability: null } },
) satisfies Handler;

const routes: RouteTable = [
  ["/v1/things", { GET: echo, POST: sized }],
  ["/v1/things/:id", { GET: echo, DELETE: echo }],
  ["/v1/things/:id/parts/:part", { GET: echo }],
  ["/v1/slow", { GET: slow }],
  ["/v1/events", { GET: events }],
  ["/v1/broken", { GET: broken }],
];

const pages: RequestListener = (_, response) => response.end("a page");
const parts = {
  database: () => Promise.resolve(true),
  pages: vi.fn(() => Promise.resolve(true)),
};
function make() {
  return makeServer({
    routes,
    parts,
    pages: { web: pages, upgrade: (_, socket) => socket.end("a socket"), close: () => undefined },
  });
}

const listen = (server: Server) =>
  new Promise<number>((done) =>
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)),
  );

let host: ReturnType<typeof make>;
let port: number;
beforeAll(async () => {
  host = make();
  port = await listen(host.server);
});
afterAll(() => host.stop());
beforeEach(() => plainBatch(plain.deleteFrom("rate_limits")));

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

/**
 * Sends these bytes on a separate connection, and optionally closes its side. Returns everything received
 * until the server closes.
 */
function talk(text: string, { close = false }: { close?: boolean } = {}): Promise<string> {
  return new Promise((done, fail) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => (close ? socket.end(text) : socket.write(text)));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", fail);
    socket.on("close", () => done(received));
  });
}
const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);

test("a path and a method select their handler, with decoded parameters", async () => {
  expect(await (await ask("/v1/things")).json()).toEqual({ params: {}, method: "GET" });
  expect(await (await ask("/v1/things/%2B1%20%C3%A9%2F/parts/x?y=1")).json()).toMatchObject({
    params: { id: "+1 é/", part: "x" },
  });
  expect(await (await ask("/v1/things/1", { method: "DELETE" })).json()).toMatchObject({ method: "DELETE" });
});

test("HEAD is GET without its body", async () => {
  const answer = await ask("/v1/things", { method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-echo")).toBe("yes");
  expect(await answer.text()).toBe("");
  expect((await ask("/v1/events", { method: "HEAD" })).headers.get("content-type")).toBe("text/event-stream");
  await vi.waitFor(() => expect(streamEnded).toHaveBeenCalledOnce(), PATIENCE);
});

test("an unknown path is a 404 problem, also with a trailing slash or an invalid encoding", async () => {
  for (const path of [
    "/v1",
    "/v1/",
    "/v1/thing",
    "/v1/things/",
    "/v1/things/1/",
    "/v1/things/%ff",
    "/v1/things/%zz",
  ]) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const requestId = answer.headers.get("x-request-id");
    expect(requestId).toMatch(/^req_/);
    expect(await answer.json()).toMatchObject({ code: "not_found", status: 404, request_id: requestId });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("ratelimit-policy")).toBe(`"default";q=${LIMITS.address};w=60`);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("no response of this port can be sniffed as another type: methods, malformed requests, probes, pages", async () => {
  for (const path of ["/v1/things", "/healthz", "/", "/_next/static/a.js"]) {
    const answer = await ask(path, path === "/v1/things" ? { method: "PATCH" } : {});
    expect([path, answer.headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
  }
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  for (const [status, request] of [
    [400, "GET /v1/things HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    [400, "NOT A REQUEST\r\n\r\n"],
    [404, `GET /v1/things HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`],
    [417, "GET /v1/things HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n"],
    [431, `GET /v1/things HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  ] as const) {
    const answer = await talk(request);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  }
});

test("an unsupported method is a 405 problem with the supported ones; there is no CORS", async () => {
  for (const method of ["OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
    const answer = await ask("/v1/things", { method });
    expect([method, answer.status]).toEqual([method, 405]);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
    expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  }
  expect(statusOf(await talk(get("/v1/things").replace("GET", "TRACE")))).toBe(405);
});

test("pipelined requests on one connection are answered in order", async () => {
  const received = await talk(
    `${get("/v1/things/1").replace("Connection: close\r\n", "")}${get("/v1/nothing").replace("Connection: close\r\n", "")}${get("/v1/things/2")}`,
  );
  expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "404",
    "200",
  ]);
  expect(received.indexOf('"id":"1"')).toBeLessThan(received.indexOf('"id":"2"'));
});

test("a body of 1 MiB is accepted; one more byte is a 413, with a length or in chunks", async () => {
  const frame = JSON.stringify({ text: "" }).length;
  const body = (bytes: number) => JSON.stringify({ text: "x".repeat(bytes - frame) });
  const headers = { "Content-Type": "application/json" };
  const post = (text: BodyInit) =>
    ask("/v1/things", { method: "POST", headers, body: text, duplex: "half" } as RequestInit);
  const chunked = (text: string) =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 65_536)
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + 65_536)));
        controller.close();
      },
    });
  expect(await (await post(body(1 << 20))).json()).toEqual({ size: (1 << 20) - frame });
  expect((await post(chunked(body(1 << 20)))).status).toBe(200);
  expect((await post(body((1 << 20) + 1))).status).toBe(413);
  const late = await post(chunked(body((1 << 20) + 1)));
  expect(late.status).toBe(413);
  expect(await late.json()).toMatchObject({ code: "payload_too_large" });
});

test("a client that disconnects aborts its request", async () => {
  const leave = new AbortController();
  const abortedRequest = ask("/v1/slow", { signal: leave.signal }).catch((error) => error);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(1), PATIENCE);
  leave.abort();
  expect((await abortedRequest).name).toBe("AbortError");
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce(), PATIENCE);
});

test("a truncated body, and bytes that are not HTTP, do not harm the process", async () => {
  const truncated = `POST /v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"text":`;
  await talk(truncated, { close: true });
  expect(statusOf(await talk(get("v1/things")))).toBe(400);
  expect(statusOf(await talk("\x16\x03\x01\x02 nonsense\r\n\r\n"))).toBe(400);
  expect(statusOf(await talk(`GET /v1/things HTTP/1.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`))).toBe(431);
  expect((await ask("/v1/things")).status).toBe(200);
});

test("a target or host that is not a valid URL is a 400 problem", async () => {
  const strange = [
    get("*").replace("GET", "OPTIONS"),
    get("http://[").replace("Host: localhost\r\n", "Host: x\r\n"),
    get("/v1/things").replace("localhost", "a b"),
    get("/v1/things").replace("localhost", "["),
  ];
  for (const request of strange) {
    const received = await talk(request);
    expect([request, statusOf(received)]).toEqual([request, 400]);
    expect(received).toContain('"code":"validation_error"');
  }
  expect(statusOf(await talk(get(`/v1/${"x".repeat(10_000)}`)))).toBe(404);
  expect(statusOf(await talk(get("http://elsewhere.test/v1/things")))).toBe(200);
  expect(statusOf(await talk(get("/docs/../v1/things")))).toBe(200);
  expect((await ask("/v1/things")).status).toBe(200);
});

test("a failing handler returns 500 without details", async () => {
  const answer = await ask("/v1/broken");
  expect(answer.status).toBe(500);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  expect(await answer.text()).not.toContain("secret");
});

test("other paths go to the pages; an upgrade of the API is rejected", async () => {
  for (const path of ["/", "/v10", "/v1x/things", "/api/auth", "/healthzz"])
    expect(await (await ask(path)).text()).toBe("a page");
  const upgrade = (path: string, to = "websocket") =>
    talk(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n\r\n`);
  expect(await upgrade("/_next/hmr")).toBe("a socket");
  expect(statusOf(await upgrade("/v1/things"))).toBe(404);
  expect(statusOf(await upgrade("/", "h2c"))).toBe(404);
});

test("the probes report whether the process is alive, and which parts are down, by name only", async () => {
  expect(await (await ask("/healthz")).json()).toEqual({ status: "ok" });
  parts.pages.mockRejectedValue(new Error("connect ECONNREFUSED 127.0.0.1:3001"));
  const down = await ask("/readyz");
  expect(down.status).toBe(503);
  expect(down.headers.get("retry-after")).toBe("1");
  expect(await down.json()).toEqual({ status: "unavailable", down: ["pages"] });
  parts.pages.mockResolvedValue(true);
  await vi.waitFor(
    async () => expect(await (await ask("/readyz")).json()).toEqual({ status: "ready" }),
    PATIENCE,
  );
});

test("the queue has a probe apart, as requests are served without a worker", async () => {
  const admin = await adminOfThisDatabase();
  try {
    await admin.query("delete from worker_heartbeats");
    const down = await ask("/readyz/queue");
    expect([down.status, await down.json()]).toEqual([503, { status: "unavailable", down: ["queue"] }]);
    expect(await (await ask("/readyz")).json()).toEqual({ status: "ready" });
    await admin.query(
      "insert into worker_heartbeats (worker_id, last_heartbeat_at) values ('worker-a', now())",
    );
    await vi.waitFor(async () => expect((await ask("/readyz/queue")).status).toBe(200), PATIENCE);
  } finally {
    await admin.query("delete from worker_heartbeats");
    await admin.end();
  }
  expect((await ask("/readyz/other")).status).toBe(200);
});

test("a stop ends subscriptions, waits for running requests, and accepts no new ones", async () => {
  const otherServer = make();
  const at = await listen(otherServer.server);
  const reader = await fetch(`http://127.0.0.1:${at}/v1/events`);
  const running = fetch(`http://127.0.0.1:${at}/v1/slow`);
  running.catch(() => undefined);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2), PATIENCE);
  const response = await fetch(`http://127.0.0.1:${at}/v1/things`);
  expect(await response.json()).toMatchObject({ method: "GET" });
  const stopped = vi.fn();
  const stop = otherServer.stop().then(stopped);
  expect(await reader.text()).toBe("event: first\n\n");
  await expect(fetch(`http://127.0.0.1:${at}/v1/things`)).rejects.toThrow();
  expect(stopped).not.toHaveBeenCalled();
  otherServer.server.closeAllConnections();
  await stop;
});

// Runs last, as a full window is remembered.
test("a client that scans paths is rate-limited by address", async () => {
  const statuses = [];
  for (let i = 0; i < LIMITS.address + 2; i++) statuses.push((await ask(`/v1/guess-${i}`)).status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(LIMITS.address);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect((await ask("/v1/things")).status).toBe(200);
});
